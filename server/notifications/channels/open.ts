import type { ChannelState } from '../../../src/contract/notification-settings.ts'
import { reasonFor } from '../../http/not-configured.ts'
import type { Config } from '../../kernel/config.ts'
import type { Deps } from '../../kernel/deps.ts'
import type { Senders, TextSender } from '../senders.ts'
import { openEmail } from './email.ts'
import { openPush } from './push.ts'
import { openSms } from './sms.ts'
import { openTelnyx } from './telnyx.ts'
import { vapidKeys } from './vapid.ts'

/** Opens the channels that are set up. Connections are only opened for the first message. */
export async function openSenders(deps: Pick<Deps, 'db' | 'config' | 'log' | 'clock'>): Promise<Senders> {
  const { config } = deps
  const email = config.mail ? openEmail(config.mail) : null
  const sms = openNumber(config)
  const push = openPush(await vapidKeys(deps), config)
  return {
    email,
    sms,
    push,
    close: async () => email?.close(),
  }
}

function openNumber({ sms, telnyx, origins }: Config): TextSender | null {
  if (telnyx) return openTelnyx(telnyx, origins.api)
  return sms ? openSms(sms, origins.api) : null
}

/** Returns the channels by which members get alerts. */
export function channelStates(senders: Senders | undefined): ChannelState[] {
  const { email = null, sms = null, push = null } = senders ?? {}
  const stateOf = (
    channel: 'email' | 'sms' | 'push',
    isReady: boolean,
    sender: string | null,
  ): ChannelState => ({
    channel,
    is_ready: isReady,
    reason: isReady ? null : reasonFor(channel),
    sender,
  })
  return [
    stateOf('email', email !== null, email?.sender ?? null),
    stateOf('sms', sms !== null, sms?.sender ?? null),
    stateOf('push', push !== null, null),
  ]
}
