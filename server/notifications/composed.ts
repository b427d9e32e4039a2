import type { Invite } from './senders.ts'

/** What one notification says, by channel. */
export type Composed =
  | {
      channel: 'email'
      subject: string
      text: string
      html: string
      /** The name beside the server's address. */
      fromName: string
      replyTo: { name: string; address: string } | null
      invite: Invite | null
    }
  | { channel: 'sms'; text: string }
  /** `payload` is a `PushMessage` of the contract; `text` is what the log shows. */
  | { channel: 'push'; text: string; payload: string }

/** Its reason is gone, such as the reminder of a canceled call. `canceled` is a sentence for the owner. */
export interface Withdrawn {
  canceled: string
}
