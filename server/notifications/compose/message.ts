import type { PushMessage } from '../../../src/contract/notifications.ts'
import type { Invite, Mailbox } from '../senders.ts'
import type { Letter } from './letter.ts'

/** What a notification says, in the form of each channel. */
export interface Message {
  letter: Letter
  sms: string
  /** Null for visitors, who have no devices here. */
  push: Omit<PushMessage, 'token'> | null
  replyTo: Mailbox | null
  invite: Invite | null
}
