import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { capitalized } from '../../src/domain/common/capitalized.ts'
import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'
import { sayToVisitor } from '../agent/texts/visitor.ts'
import { inLanguage, type Language } from '../base/catalogue.ts'
import { htmlPage } from '../base/html-page.ts'
import type { Subscription } from './subscription.ts'

const STYLE = `${readFileSync(join(import.meta.dirname, '../../widget/booking.css'), 'utf8')}
button{box-sizing:border-box;width:100%;min-height:48px;padding:11px 16px;border:1px solid #1a1a1a;border-radius:8px;background:#1a1a1a;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid #0288d1;outline-offset:2px}
form{margin:24px 0 0}
form+p{margin-top:32px}
.other button{background:none;color:inherit}
p:last-child{margin:0}
@media (prefers-color-scheme:dark){button{border-color:#ececec;background:#ececec;color:#141414}}`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The headers of all pages. */
export const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

/** The form field that says what a button does, and its values; without it, the button stands for the page's action. */
export const ACTION = 'action'
export const ACTIONS = { all: 'unsubscribe_all', link: 'send_link' } as const

const text = escapeAttribute

const pageOf = (title: string, body: string, language: Language = 'en') =>
  htmlPage({
    title,
    language,
    head: ['<link rel="icon" href="data:,">', `<style>${STYLE}</style>`],
    body: `<main>\n${body}\n</main>`,
  })

export const UNKNOWN = pageOf(
  'Link not valid',
  '<h1>This link is not valid</h1><p>The mail may have been removed. Please use the link of a newer one.</p>',
)

const sayer = ({ language }: Subscription) => inLanguage(sayToVisitor, language)

/** Returns the address as the pages name it. */
const named = (subscription: Subscription): string => subscription.email ?? sayer(subscription)('thisAddress')

/** Returns a sentence with a button for another action than the page's. */
const other = (sentence: string, label: string, action: string) => `<p>${text(sentence)}</p>
<form method="post" class="other"><input type="hidden" name="${ACTION}" value="${action}"><button>${text(label)}</button></form>`

function stopAll(subscription: Subscription): string {
  const say = sayer(subscription)
  return other(say('unsubscribeAllMeans'), say('unsubscribeAll'), ACTIONS.all)
}

function headed(state: string, heading: string, sentence: string): string {
  return `<p class="state">${text(state)}</p>\n<h1>${text(heading)}</h1>\n<p>${text(sentence)}</p>`
}

/** Asks whether to unsubscribe from the business's mail, or from all mail. */
export function unsubscribePage(subscription: Subscription): string {
  const { business, isOwner, language } = subscription
  const say = sayer(subscription)
  const email = named(subscription)
  const means = isOwner
    ? `${email} will get no more emails about its leads and bookings.`
    : say('unsubscribeMeans', { email })
  return pageOf(
    say('unsubscribe'),
    `${headed(say('unsubscribe'), say('unsubscribeAsk', { business }), subscription.email ? means : capitalized(means))}
<form method="post"><button>${text(say('unsubscribe'))}</button></form>
${stopAll(subscription)}`,
    language,
  )
}

/** Says what the recipient has opted out of, and offers the link to undo it, unless it `isSent`. */
export function unsubscribedPage(subscription: Subscription, isSent = false): string {
  const { business, language, out } = subscription
  const say = sayer(subscription)
  const email = named(subscription)
  const sentence = out.all
    ? say('unsubscribedAll', { email })
    : say('unsubscribedSentence', { business, email })
  const again = isSent
    ? `<p>${text(say('resubscribeSent', { email }))}</p>`
    : // Nobody knows the address of an erased mail.
      subscription.email !== null &&
      other(say('resubscribeMeans', { email }), say('resubscribeAsk'), ACTIONS.link)
  return pageOf(
    say('unsubscribed'),
    `${headed(say('unsubscribed'), say('unsubscribedHeading'), sentence)}
${out.all ? '' : stopAll(subscription)}
${again || ''}`,
    language,
  )
}

/** Asks whether to send mail to the recipient again. */
export function resubscribePage(subscription: Subscription): string {
  const { business, language, out } = subscription
  const say = sayer(subscription)
  const email = named(subscription)
  const [question, explained] = out.all
    ? [say('resubscribeAllQuestion'), say('resubscribeAllExplained', { email })]
    : [say('resubscribeQuestion', { business }), say('resubscribeExplained', { business, email })]
  return pageOf(
    say('resubscribe'),
    `${headed(say('resubscribe'), question, explained)}
<form method="post"><button>${text(say('resubscribe'))}</button></form>`,
    language,
  )
}

export function resubscribedPage(subscription: Subscription): string {
  const { business, language } = subscription
  const say = sayer(subscription)
  const email = named(subscription)
  return pageOf(
    say('resubscribed'),
    headed(say('resubscribe'), say('resubscribed'), say('resubscribedSentence', { business, email })),
    language,
  )
}
