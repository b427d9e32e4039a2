import type { ChannelState } from '../../../src/contract/notification-settings.ts'
import type { Deps } from '../../deps.ts'
import type { Senders } from '../senders.ts'
import { openEmail } from './email.ts'
import { openPush } from './push.ts'
import { openSms } from './sms.ts'
import { vapidKeys } from './vapid.ts'

/** Opens the channels that are set up. Connections are only opened for the first message. */
export async function openSenders(deps: Pick<Deps, 'db' | 'config' | 'log' | 'clock'>): Promise<Senders> {
  const { config } = deps
  const email = config.mail ? openEmail(config.mail) : null
  const sms = config.sms ? openSms(config.sms, config.origins.api) : null
  const push = openPush(await vapidKeys(deps), config)
  return {
    email,
    sms,
    push,
    close: async () => email?.close(),
  }
}

/** Why a channel that isn't set up can't send. Names the missing settings. */
export const NOT_SET_UP = {
  email: 'Email is not set up on this server. Set SMTP_URL and MAIL_FROM.',
  sms: 'Text messages are not set up on this server. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and SMS_FROM.',
  push: 'Push messages are not set up on this server.',
} as const

export function channelStates(senders: Senders | undefined): ChannelState[] {
  const { email = null, sms = null, push = null } = senders ?? {}
  const stateOf = (
    channel: keyof typeof NOT_SET_UP,
    isReady: boolean,
    sender: string | null,
  ): ChannelState => ({
    channel,
    is_ready: isReady,
    reason: isReady ? null : NOT_SET_UP[channel],
    sender,
  })
  return [
    stateOf('email', email !== null, email?.sender ?? null),
    stateOf('sms', sms !== null, sms?.sender ?? null),
    stateOf('push', push !== null, null),
  ]
}
