import { createHmac } from 'node:crypto'
import { createFaults, type Faults } from '../lib/faults.ts'
import { postWebhook } from '../lib/webhooks.ts'
import type { Account, Booking, Trigger } from './account.ts'

export const WEBHOOK_FAULTS = ['twice', 'forged', 'lost'] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

const ANSWER_MS = 15_000

export interface Webhooks {
  report(account: Account, trigger: Trigger, booking: Booking): void
  faults: Faults<WebhookFault>
  /** The statuses of the responses, newest last; null if there was no response. */
  answers: (number | null)[]
  /** Performs an action. Resolves with its result after the webhooks that it triggers have been answered. */
  reported<T>(act: () => T): Promise<T>
  /** Resolves when no webhook is in transit. */
  settled(): Promise<void>
}

const twice = <T>(target: T): T[] => [target, target]

/** Sends events to the webhooks of an account, once, signed with their secret, as Cal.com does. */
export function createWebhooks(clock: () => Date): Webhooks {
  const faults = createFaults<WebhookFault>()
  const answers: (number | null)[] = []
  const underWay = new Set<Promise<void>>()
  const send = async (url: string, secret: string, body: string) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    const headers = { 'X-Cal-Signature-256': signature }
    answers.push(await postWebhook(url, { ms: ANSWER_MS, headers, body }))
  }
  return {
    faults,
    answers,
    report(account, triggerEvent, booking) {
      const fault = faults.current(triggerEvent)
      if (fault !== null) faults.spend()
      if (fault === 'lost') return
      const { uid, title, start, end, eventTypeId, attendees, metadata, status } = booking
      const payload = {
        ...{ uid, title, eventTypeId, attendees, metadata },
        status: status.toUpperCase(),
        startTime: start,
        endTime: end,
        bookingId: booking.id,
        ...(booking.rescheduledFromUid !== undefined && { rescheduleUid: booking.rescheduledFromUid }),
      }
      const body = JSON.stringify({ triggerEvent, createdAt: clock().toISOString(), payload })
      const targets = account.state.webhooks.filter(
        ({ active, triggers }) => active && triggers.includes(triggerEvent),
      )
      for (const { subscriberUrl, secret = '' } of fault === 'twice' ? targets.flatMap(twice) : targets) {
        const sent = send(subscriberUrl, fault === 'forged' ? 'another secret' : secret, body)
        underWay.add(sent)
        void sent.finally(() => underWay.delete(sent))
      }
    },
    async reported(act) {
      const earlier = new Set(underWay)
      const result = act()
      await Promise.all([...underWay].filter((sent) => !earlier.has(sent)))
      return result
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}
