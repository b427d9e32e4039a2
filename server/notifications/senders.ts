/** An address with the name that mail clients show. */
export interface Mailbox {
  name: string
  address: string
}

/** A calendar entry: an invitation, its update (same uid, higher sequence), or its cancellation (RFC 5546). */
export interface Invite {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

export interface Mail {
  to: Mailbox
  /** The name beside the server's address; the business, for visitors. */
  fromName: string
  replyTo: Mailbox | null
  subject: string
  text: string
  html: string
  /** Stable for one notification, so that mail clients recognize a repetition. */
  messageId: string
  /** Where a POST unsubscribes the recipient (RFC 8058); null if the recipient asked for this mail. */
  unsubscribeUrl: string | null
  invite: Invite | null
}

export interface TextMessage {
  /** E.164. */
  to: string
  text: string
}

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** The provider accepted a message. */
export interface Accepted {
  /** The provider's name for it, which later reports carry; null if there is none. */
  providerId: string | null
}

/**
 * A refusal that a retry does not change, such as an unknown address. `message` is a sentence for the owner. Any other
 * error is temporary.
 */
export class Undeliverable extends Error {
  /** Whether the address or device no longer exists. */
  readonly isGone: boolean
  /** Whether the number has sent STOP to the provider. */
  readonly hasStopped: boolean
  constructor(message: string, { isGone = false, hasStopped = false } = {}) {
    super(message)
    this.isGone = isGone
    this.hasStopped = hasStopped
  }
}

/** The channels of this server; null for one that is not set up. */
export interface Senders {
  email: { sender: string; send(mail: Mail): Promise<Accepted> } | null
  sms: { sender: string; send(message: TextMessage): Promise<Accepted> } | null
  push: { publicKey: string; send(target: PushTarget, payload: string): Promise<Accepted> } | null
  /** Closes open connections. */
  close(): Promise<void>
}
