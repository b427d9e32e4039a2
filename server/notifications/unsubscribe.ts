import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'
import { readState } from '../agent/state.ts'
import { inLanguage, type Language } from '../agent/texts/catalogue.ts'
import { sayToVisitor } from '../agent/texts/visitor.ts'
import { businessName } from '../api/settings/stored-profile.ts'
import type { Deps } from '../deps.ts'
import { htmlPage } from '../html-page.ts'
import { recallOptOuts } from '../journal/opt-outs.ts'

export const UNSUBSCRIBE_PATH = '/api/v1/notifications/unsubscribe/:token'

const STYLE = `${readFileSync(join(import.meta.dirname, '../widget/assets/booking.css'), 'utf8')}
button{box-sizing:border-box;width:100%;min-height:48px;padding:11px 16px;border:1px solid #1a1a1a;border-radius:8px;background:#1a1a1a;color:#fff;font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:3px solid #0288d1;outline-offset:2px}
form{margin:24px 0 0}
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

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex',
}

interface Subscription {
  organizationId: string
  /** In lowercase. */
  email: string
  business: string
  isOwner: boolean
  isOut: boolean
  /** The language of the visitor's conversation. */
  language: Language
}

const text = escapeAttribute

const pageOf = (title: string, body: string, language: Language = 'en') =>
  htmlPage({
    title,
    language,
    head: ['<link rel="icon" href="data:,">', `<style>${STYLE}</style>`],
    body: `<main>\n${body}\n</main>`,
  })

const UNKNOWN = pageOf(
  'Link not valid',
  '<h1>This link is not valid</h1><p>The mail may have been removed. Please use the link of a newer one.</p>',
)

function askingPage({ email, business, isOwner, language }: Subscription): string {
  const say = inLanguage(sayToVisitor, language)
  const means = isOwner
    ? `${email} will get no more emails about its leads and bookings.`
    : say('unsubscribeMeans', { email })
  return pageOf(
    say('unsubscribe'),
    `<p class="state">${text(say('unsubscribe'))}</p>
<h1>${text(say('unsubscribeAsk', { business }))}</h1>
<p>${text(means)}</p>
<form method="post"><button>${text(say('unsubscribe'))}</button></form>`,
    language,
  )
}

function donePage({ email, business, isOwner, language }: Subscription): string {
  const say = inLanguage(sayToVisitor, language)
  const back = isOwner ? '<p>Escalation Contact in the settings turns them on again.</p>' : ''
  return pageOf(
    say('unsubscribed'),
    `<p class="state">${text(say('unsubscribed'))}</p>
<h1>${text(say('unsubscribedHeading'))}</h1>
<p>${text(say('unsubscribedSentence', { business, email }))}</p>${back}`,
    language,
  )
}

/**
 * Mounts the unsubscribe page that mail links to, and the action of its button, which mail clients can also trigger
 * directly (RFC 8058). Opening the link has no effect, because mail scanners open links.
 */
export function mountUnsubscribe(app: Hono, deps: Deps, count: (c: Context) => Promise<void>): void {
  const { db, clock } = deps

  async function find(token: string): Promise<Subscription | null> {
    if (!/^[\w-]{8,100}$/.test(token)) return null
    const row = await db
      .selectFrom('notifications')
      .innerJoin('organizations', 'organizations.id', 'notifications.organization_id')
      .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
      .leftJoin('leads', 'leads.id', 'notifications.lead_id')
      .leftJoin('conversations', (join) =>
        join.on(({ eb, fn, ref }) =>
          eb(
            'conversations.id',
            '=',
            fn.coalesce(ref('notifications.conversation_id'), ref('leads.conversation_id')),
          ),
        ),
      )
      .select([
        'conversations.state',
        'notifications.organization_id',
        'recipient',
        'audience',
        'organizations.name',
        'profiles.fields',
      ])
      .where('notifications.token', '=', token)
      .where('notifications.channel', '=', 'email')
      .executeTakeFirst()
    if (!row?.recipient) return null
    const organizationId = row.organization_id
    const email = row.recipient.toLowerCase()
    await recallOptOuts(db, organizationId, [email])
    const out = await db
      .selectFrom('email_opt_outs')
      .select('at')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .executeTakeFirst()
    return {
      organizationId,
      email,
      business: businessName(row),
      isOwner: row.audience === 'owner',
      language: row.audience === 'owner' ? 'en' : readState(row.state).language,
      isOut: out !== undefined,
    }
  }

  app.get(UNSUBSCRIBE_PATH, async (c) => {
    const found = await find(c.req.param('token'))
    if (!found) return c.html(UNKNOWN, 404, HEADERS)
    return c.html(found.isOut ? donePage(found) : askingPage(found), 200, HEADERS)
  })

  app.post(UNSUBSCRIBE_PATH, async (c) => {
    await count(c)
    const found = await find(c.req.param('token'))
    if (!found) return c.html(UNKNOWN, 404, HEADERS)
    const { organizationId, email } = found
    await db
      .insertInto('email_opt_outs')
      .values({ organization_id: organizationId, email, at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return c.html(donePage(found), 200, HEADERS)
  })
}
