import { NetworkError } from '../../../api/errors.ts'
import type { LeadChange } from '../../../domain/outbox/outbox.ts'
import type { Sender } from './senders.ts'

/** The timeout of an attempt in milliseconds while the browser is offline. */
const OFFLINE_PATIENCE = 500

/** Sends a change, with a shorter timeout while the browser is offline. */
export function sendInTime(
  sender: Sender,
  organizationId: string,
  change: LeadChange,
  { signal, isOffline }: { signal: AbortSignal; isOffline: boolean },
): ReturnType<Sender['send']> {
  if (!isOffline) return sender.send(organizationId, change, signal)
  const late = new AbortController()
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const patience = setTimeout(() => {
    reject(new NetworkError())
    late.abort()
  }, OFFLINE_PATIENCE)
  const sending = sender.send(organizationId, change, AbortSignal.any([signal, late.signal]))
  return Promise.race([sending, tooLate]).finally(() => clearTimeout(patience))
}
