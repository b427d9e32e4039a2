import type { Invite } from './senders.ts'

/** The content of one notification, by channel. */
export type Composed =
  | {
      channel: 'email'
      subject: string
      text: string
      html: string
      /** The display name for the server's address. */
      fromName: string
      replyTo: { name: string; address: string } | null
      invite: Invite | null
    }
  | { channel: 'sms'; text: string }
  /** `payload` is a `PushMessage` of the contract. `text` is shown in the log. */
  | { channel: 'push'; text: string; payload: string }

/** A notification that is obsolete, such as the reminder of a canceled call. `canceled` is a sentence for the owner. */
export interface Withdrawn {
  canceled: string
}
