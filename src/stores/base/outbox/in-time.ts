import { NetworkError } from '../../../api/errors.ts'
import type { QueuePorts } from './queue.ts'

/** The timeout of an attempt in milliseconds while the browser is offline. */
const OFFLINE_PATIENCE = 500

type Send = QueuePorts['send']

/** Like `send`, with a shorter timeout while the browser is offline. */
export const sendInTime =
  (send: Send, isOffline: () => boolean): Send =>
  (organizationId, change, signal) => {
    if (!isOffline()) return send(organizationId, change, signal)
    const late = new AbortController()
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const patience = setTimeout(() => {
      reject(new NetworkError())
      late.abort()
    }, OFFLINE_PATIENCE)
    const sending = send(organizationId, change, AbortSignal.any([signal, late.signal]))
    return Promise.race([sending, tooLate]).finally(() => clearTimeout(patience))
  }
