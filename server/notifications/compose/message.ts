import type { PushMessage } from '../../../src/contract/notifications.ts'
import type { Invite, Mailbox } from '../senders.ts'
import type { Letter } from './letter.ts'

/** The content of a notification, in the form of each channel. */
export interface Message {
  letter: Letter
  sms: string
  /** Null for visitors, because they have no registered devices. */
  push: Omit<PushMessage, 'token'> | null
  replyTo: Mailbox | null
  invite: Invite | null
}
