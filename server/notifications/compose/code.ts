import type { PersonChannel } from '../../../src/contract/notification-settings.ts'
import { surface } from '../../../src/domain/common/color.ts'
import type { Composed } from '../composed.ts'
import { letterHtml } from './layout.ts'
import { type Letter, letterText } from './letter.ts'

/** A code in the log, which members can read. Only the recipient knows the code. */
export const HIDDEN_CODE = '••••••••'

const SPLIT = /^(.{4})(.{4})$/u

/** The mail comes from Fieldhand, and says nothing that a member typed. */
const FIELDHAND = {
  name: 'Fieldhand',
  phone: null,
  email: null,
  agentName: '',
  timezone: null,
  website: null,
  color: surface(''),
}

/** Returns the message with a code, which contains no words, name, or link of the business. */
export function codeMessage(channel: PersonChannel, code: string): Composed {
  const shown = code.replace(SPLIT, '$1 $2')
  if (channel === 'sms') {
    return {
      channel,
      text: `Fieldhand: ${shown} is your code for alerts by text. Give it only to someone at your own business. It works for 24 hours. Reply STOP to stop.`,
    }
  }
  const letter: Letter = {
    subject: `${shown} is your Fieldhand code`,
    preview: 'Give it only to someone at your own business.',
    label: 'Your code',
    heading: shown,
    parts: [
      {
        kind: 'text',
        text: 'A business that uses Fieldhand wants to send alerts about its visitors to this address. If it is the business that you work for, give this code to the person there who asked for it. It works for 24 hours.',
      },
      {
        kind: 'text',
        text: 'If you don’t expect this, ignore it and give the code to nobody.',
      },
    ],
    footer: ['Sent by Fieldhand.'],
  }
  return {
    channel,
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, FIELDHAND),
    fromName: 'Fieldhand',
    replyTo: null,
    invite: null,
  }
}
