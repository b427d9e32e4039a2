import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { compose } from '../../../server/notifications/compose/compose.ts'
import { segmentsOf } from '../../../server/notifications/compose/fit-text.ts'
import type { Composed } from '../../../server/notifications/composed.ts'
import { NOTIFICATION_KINDS } from '../../../src/contract/notifications.ts'
import { LINKED, NOW } from '../../support/composing.ts'
import { openTestDatabase } from '../../support/database.ts'
import { addNotification } from '../../support/notification-row.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

/** Texts that break out of headers, markup, addresses, or calendar files. PostgreSQL stores none with a zero. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        '\r\nBcc: x@y.test\r\n\r\n',
        '"><script>alert(1)</script>',
        "' onmouseover='x",
        '</style></head><img src=x>',
        '\u202egnp',
        '\u2028',
        '👩‍👩‍👧',
        'נועה כהן',
        'e\u0301\u0302\u0303\u0304\u0305',
        'Wolfe'.repeat(51),
        '\nEND:VCALENDAR\nATTENDEE:mailto:x@y.test',
        '\\,;:"^',
        '&amp;%0d%0a$&',
      ),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').slice(0, 255).toWellFormed())

const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e]/u
const TAG =
  /^<(?:!doctype html|\/?(?:html|head|meta|title|style|body|div|table|tr|td|span|p|a|b|br|h1)(?: (?:lang|charset|name|content|class|style|role|width|cellpadding|cellspacing|border|align|dir|href)="[^"<>]*")*)>$/
const HREF =
  /^(?:https:\/\/app\.fieldhand\.test\/(?:(?:leads|conversations)(?:\/(?:lead|conv)_\w{22})?|dashboard|agent|integrations|organization)(?:\?(?:needs_person=true&amp;)?(?:notification=notification_\w{22}&amp;)?organization=org)?(?:#notifications|#developer)?|https:\/\/(?:api|widget)\.fieldhand\.test\/[\w/]+|tel:\+?[\d*#;=ext]*|mailto:[^"\s]+@[^"\s]+)$/

function checkMail({
  subject,
  text,
  html,
  fromName,
  replyTo,
  invite,
}: Extract<Composed, { channel: 'email' }>) {
  expect(subject).not.toMatch(CONTROL)
  expect(subject.length).toBeLessThan(250)
  expect(fromName).not.toMatch(CONTROL)
  expect(fromName.length).toBeLessThanOrEqual(80)
  if (replyTo) {
    expect(replyTo.name).not.toMatch(CONTROL)
    expect(replyTo.address).toMatch(/^[^\s<>",;]+@[^\s<>",;]+$/)
  }
  expect(text.replaceAll('\n', '')).not.toMatch(CONTROL)
  expect(html.replace(/<[^<>]*>/g, '')).not.toContain('<')
  for (const [tag] of html.matchAll(/<[^<>]*>/g)) expect(tag).toMatch(TAG)
  for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(HREF)
  if (invite) checkInvite(invite.content)
}

/** RFC 5545: the same lines as with harmless texts, none of them longer than 75 bytes. */
function checkInvite(content: string) {
  expect(content.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const folded of content.split('\r\n')) expect(Buffer.byteLength(folded)).toBeLessThanOrEqual(75)
  const lines = content.replaceAll('\r\n ', '').split('\r\n')
  expect(lines.map((line) => /^[A-Z-]*/.exec(line)?.[0])).toEqual(
    'BEGIN VERSION PRODID METHOD BEGIN UID DTSTAMP SEQUENCE DTSTART DTEND SUMMARY ORGANIZER ATTENDEE DESCRIPTION URL STATUS END END '.split(
      ' ',
    ),
  )
  for (const line of lines.filter((each) => /^(?:ORGANIZER|ATTENDEE);/.test(each))) {
    expect(line).toMatch(/^\w+;CN="[^"\p{Cc}]*"(?:;[A-Z-]+=[A-Z-]+)*:mailto:[^\s<>",;:]+@[^\s<>",;:]+$/u)
  }
  for (const line of lines.filter((each) => /^(?:SUMMARY|DESCRIPTION):/.test(each))) {
    expect(line).toMatch(/^\w+:(?:[^\\,;\p{Cc}]|\\[\\,;n])*$/u)
  }
}

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

it('keeps headers, markup, and limits whatever visitors and owners write', async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        business: hostile,
        name: hostile,
        service: hostile,
        words: hostile,
        email: hostile,
        phone: hostile,
      }),
      // An answer by text contains only what the chat does (tests/server/texting).
      fc.constantFrom(...NOTIFICATION_KINDS.filter((kind) => kind !== 'text')),
      fc.constantFrom('email' as const, 'sms' as const, 'push' as const),
      async ({ business, name, service, words, email, phone }, kind, channel) => {
        await db.deleteFrom('organizations').execute()
        await db.insertInto('organizations').values({ id: 'org', name: business, created_at: NOW }).execute()
        const fields = JSON.stringify({
          phone,
          email,
          agent_name: name,
          primary_color: service,
          escalation_email: 'a@b.test',
        })
        await db.insertInto('profiles').values({ organization_id: 'org', fields, updated_at: NOW }).execute()
        const about = await addToldVisitor(db, {
          organization: 'org',
          now: NOW,
          words,
          lead: {
            prospect_name: name,
            service_interest: service,
            prospect_email: email,
            prospect_phone: phone,
            property_address: words,
            ...(kind === 'confirmation_canceled' && { booking_status: 'cancelled' }),
          },
        })
        if (kind === 'reply') {
          const reply = { message_type: 'outgoing', author: 'person', content: words || '?' } as const
          const place = { organization_id: 'org', conversation_id: about.conversation_id, position: 99 }
          await db
            .insertInto('messages')
            .values({ id: 'reply', ...place, ...reply, created_at: NOW })
            .execute()
        }
        const isVisitors = NOTIFICATION_KINDS.indexOf(kind) >= NOTIFICATION_KINDS.indexOf('confirmation')
        const { lead_id, conversation_id } = about
        const row = await addNotification(db, {
          organization_id: 'org',
          kind,
          channel,
          created_at: NOW,
          audience: isVisitors ? 'visitor' : 'owner',
          recipient: 'ada@hedgerow.test',
          data: JSON.stringify({ since: NOW.toISOString(), day: '2026-11-20' }),
          ...(['test', 'lead_digest', 'daily_summary', 'webhook_disabled', 'connection_ended'].includes(kind)
            ? {}
            : { lead_id, conversation_id }),
        })
        if (kind === 'held_digest') {
          const held = { kind: 'new_lead', digest_id: row.id, status: 'canceled' } as const
          await addNotification(db, { organization_id: 'org', created_at: NOW, lead_id, ...held })
        }
        const composed = await compose(db, LINKED, row, NOW)
        if (channel === 'push' && isVisitors) {
          expect(composed).toBeNull()
          return
        }
        if (composed === null || 'canceled' in composed)
          throw new Error(`no message: ${JSON.stringify(composed)}`)
        if (composed.channel === 'email') {
          checkMail(composed)
          return
        }
        if (composed.channel === 'sms') {
          expect(segmentsOf(composed.text)).toBeLessThanOrEqual(2)
          expect(composed.text.length).toBeLessThan(300)
          expect(composed.text.includes('Reply STOP to opt out.')).toBe(isVisitors)
          return
        }
        const push = JSON.parse(composed.payload)
        expect(push.title).not.toMatch(CONTROL)
        expect(push.body.length).toBeLessThanOrEqual(120)
        expect(push.path).toMatch(/^\/[\w/?=&#]+$/)
      },
    ),
    { numRuns: 150 },
  )
})
