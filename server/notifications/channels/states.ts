import type { Channel, ChannelState } from '../../../src/contract/notifications.ts'
import type { Senders } from '../senders.ts'

/** What to set up, for each channel. */
const MISSING: Record<Channel, string> = {
  email: 'Email is not set up. Set SMTP_URL to your mail server.',
  sms: 'Text messages are not set up. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and TWILIO_FROM.',
  push: 'Push messages are not set up.',
}

/** The channels of this server, ready or with what to set up. */
export function channelStates(senders: Senders | undefined): ChannelState[] {
  return [
    stateOf('email', senders?.email, senders?.email?.sender),
    stateOf('sms', senders?.sms, senders?.sms?.sender),
    stateOf('push', senders?.push),
  ]
}

function stateOf(channel: Channel, sender: object | null | undefined, name?: string): ChannelState {
  return {
    channel,
    is_ready: Boolean(sender),
    reason: sender ? null : MISSING[channel],
    sender: name ?? null,
  }
}
