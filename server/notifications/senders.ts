/** An address with its display name. */
export interface Mailbox {
  name: string
  address: string
}

/** A calendar entry: an invitation, an update (same UID, higher sequence), or a cancellation (RFC 5546). */
export interface Invite {
  method: 'REQUEST' | 'CANCEL'
  content: string
}

export interface Mail {
  to: Mailbox
  /** The display name for the server's address. For visitors, this is the business's name. */
  fromName: string
  replyTo: Mailbox | null
  subject: string
  text: string
  html: string
  /** The same for every attempt of a notification, so that mail clients recognize duplicates. */
  messageId: string
  /** The URL that unsubscribes the recipient by POST (RFC 8058); null if the recipient requested this mail. */
  unsubscribeUrl: string | null
  invite: Invite | null
}

export interface TextMessage {
  /** In E.164 format. */
  to: string
  text: string
}

export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

/** A message that the provider accepted. */
export interface Accepted {
  /** The provider's ID of the message, which later reports contain; null if there is none. */
  providerId: string | null
}

/**
 * A rejection that a retry can't fix, such as an unknown address. `message` is a sentence for the owner. All other
 * errors are temporary.
 */
export class Undeliverable extends Error {
  /** Whether the address or device no longer exists. */
  readonly isGone: boolean
  /** Whether the number has sent STOP to the provider. */
  readonly hasStopped: boolean
  /** Whether the number is no mobile number, so that it can't receive texts. */
  readonly isLandline: boolean
  constructor(message: string, { isGone = false, hasStopped = false, isLandline = false } = {}) {
    super(message)
    this.isGone = isGone
    this.hasStopped = hasStopped
    this.isLandline = isLandline
  }
}

/**
 * A temporary failure: the carrier doesn't accept the account or the number that sends. `message` is a sentence for the
 * owner of the number.
 */
export class SenderRefused extends Error {}

/** A temporary failure: the push service of a device didn't answer in time. */
export class TimedOut extends Error {}

/** Sends texts from one number. */
export interface TextSender {
  sender: string
  send(message: TextMessage): Promise<Accepted>
  /** Returns the provider's IDs of texts like this one that it has accepted since a time. */
  sentSince(message: TextMessage, since: Date): Promise<string[]>
}

/** The channels of this server; null for a channel that isn't set up. */
export interface Senders {
  email: { sender: string; send(mail: Mail): Promise<Accepted> } | null
  sms: TextSender | null
  push: { publicKey: string; send(target: PushTarget, payload: string): Promise<Accepted> } | null
  /** Closes open connections. */
  close(): Promise<void>
}

declare module '../kernel/deps.ts' {
  interface Deps {
    /** The channels that reach owners and visitors. If missing, no channel is set up. */
    senders?: Senders
  }
}
