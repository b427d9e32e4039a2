import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Context, Hono } from 'hono'
import { DEFAULT_PROFILE } from '../../src/contract/profile.ts'
import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'
import type { Deps } from '../deps.ts'
import { htmlPage } from '../html-page.ts'

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
  /** In lower case. */
  email: string
  business: string
  isOwner: boolean
  isOut: boolean
}

const text = escapeAttribute

const pageOf = (title: string, body: string) =>
  htmlPage({
    title,
    head: ['<link rel="icon" href="data:,">', `<style>${STYLE}</style>`],
    body: `<main>\n${body}\n</main>`,
  })

const UNKNOWN = pageOf(
  'Link not valid',
  '<h1>This link is not valid</h1><p>The mail may have been removed. Please use the link of a newer one.</p>',
)

function askingPage({ email, business, isOwner }: Subscription): string {
  const about = isOwner ? 'its leads and bookings' : 'your estimate call'
  return pageOf(
    'Unsubscribe',
    `<p class="state">Unsubscribe</p>
<h1>Stop emails from ${text(business)}?</h1>
<p>${text(email)} will get no more emails about ${about}.</p>
<form method="post"><button>Unsubscribe</button></form>`,
  )
}

function donePage({ email, business, isOwner }: Subscription): string {
  const back = isOwner ? '<p>Escalation Contact in the settings turns them on again.</p>' : ''
  return pageOf(
    'Unsubscribed',
    `<p class="state">Unsubscribed</p>
<h1>You get no more emails</h1>
<p>${text(business)} sends no more emails to ${text(email)}.</p>${back}`,
  )
}

/**
 * The page behind the link in a mail, and its button, which mail programs also press themselves (RFC 8058). Opening the
 * link changes nothing, because scanners of mail open links.
 */
export function mountUnsubscribe(app: Hono, deps: Deps, count: (c: Context) => Promise<void>): void {
  const { db, clock } = deps

  async function find(token: string): Promise<Subscription | null> {
    if (!/^[\w-]{8,100}$/.test(token)) return null
    const row = await db
      .selectFrom('notifications')
      .innerJoin('organizations', 'organizations.id', 'notifications.organization_id')
      .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
      .select([
        'notifications.organization_id',
        'recipient',
        'audience',
        'organizations.name',
        'profiles.fields',
      ])
      .where('token', '=', token)
      .where('channel', '=', 'email')
      .executeTakeFirst()
    if (!row?.recipient) return null
    const organizationId = row.organization_id
    const email = row.recipient.toLowerCase()
    const out = await db
      .selectFrom('email_opt_outs')
      .select('at')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .executeTakeFirst()
    const { business_name } = { ...DEFAULT_PROFILE, ...row.fields }
    return {
      organizationId,
      email,
      business: business_name?.trim() || row.name,
      isOwner: row.audience === 'owner',
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
