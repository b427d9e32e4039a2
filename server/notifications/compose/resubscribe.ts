import { surface } from '../../../src/domain/common/color.ts'
import type { Composed } from '../composed.ts'
import { resubscribeUrl } from '../links.ts'
import type { Context, Row } from './facts.ts'
import { letterHtml } from './layout.ts'
import { type Letter, letterText } from './letter.ts'

/**
 * Returns the mail with the link with which someone who has unsubscribed gets emails again. Its text is fixed: it
 * contains nothing of the business, because the recipient wants no mail from it.
 */
export function resubscribeMail(config: Context, row: Row): Composed {
  const letter: Letter = {
    subject: 'Get emails again?',
    preview: 'You have unsubscribed from emails that are sent through Fieldhand.',
    label: null,
    heading: 'Get emails again?',
    parts: [
      {
        kind: 'text',
        text: 'You have unsubscribed from emails that are sent through Fieldhand. This link turns them on again. It works for 7 days.',
      },
      {
        kind: 'actions',
        primary: { text: 'Get emails again', href: resubscribeUrl(config, row) },
        others: [],
      },
      { kind: 'text', text: 'If you don’t want them, ignore this email. You stay unsubscribed.' },
    ],
    footer: ['Sent by Fieldhand.'],
  }
  return {
    channel: 'email',
    subject: letter.subject,
    text: letterText(letter),
    html: letterHtml(letter, { name: 'Fieldhand', color: surface('') }),
    fromName: 'Fieldhand',
    replyTo: null,
    invite: null,
  }
}
