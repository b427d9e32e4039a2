import type { Bytes } from '../../server/base/bucket.ts'

/**
 * Twilio's error codes, `undelivered` and `landline` for a delayed report, statuses of a failing service, `lost` for a
 * text that is sent although the response says that the service failed, and `doubled` and `reordered` for reports that
 * arrive twice or the last one first.
 */
export const TEXT_FAULTS = [
  ...([
    '21211',
    '21408',
    '21608',
    '21610',
    '21614',
    '429',
    '500',
    'undelivered',
    'landline',
    'slow',
    'lost',
  ] as const),
  ...(['doubled', 'reordered'] as const),
] as const
export type TextFault = (typeof TEXT_FAULTS)[number]

export interface TextOnPhone {
  id: string
  at: Date
  /** The phone's number. */
  phone: string
  /** The number at Twilio that it has sent the text to, or that has sent it. */
  number: string
  /** Whether the phone sent it. */
  isReply: boolean
  text: string
  sid: string
  status: string
  /** The number of its files. */
  files?: number
}

/** A file of a text, as the phone has sent it. */
export interface MediaFile {
  type: string
  bytes: Bytes
}
