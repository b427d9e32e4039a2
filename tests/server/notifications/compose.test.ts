import { describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { compose } from '../../../server/notifications/compose/compose.ts'
import type { Needs } from '../../../src/contract/conversations.ts'
import type { NotificationKind } from '../../../src/contract/notifications.ts'
import { call, composing, type Fields, LINKED, NOW, START, toVisitor, WHEN } from '../../support/composing.ts'
import { addNotification } from '../../support/notification-row.ts'

const { db, addVisitor, say, mail } = composing()

/** Adds a visitor whose first message is about a danger. */
async function alarmed(words: string, needs: Needs) {
  const note = `Danger: ${words}`
  const visitor = await addVisitor({ words, lead: { service_additional_info: note } })
  const state = JSON.stringify({ notes: [note] })
  await db().updateTable('conversations').set({ needs, state }).execute()
  return { visitor }
}

describe('a mail to the business', () => {
  it('names the lead, links to it, and is answered to the lead', async () => {
    const { booking: _, ...visitor } = await addVisitor()
    const { row, ...sent } = await mail('new_lead', visitor)
    expect(sent.subject).toBe('New lead: Ada Hedgerow, Tree Services')
    expect(sent.replyTo).toEqual({ name: 'Ada Hedgerow', address: 'ada@hedgerow.test' })
    const link = `https://app.fieldhand.test/leads/${visitor.lead_id}?notification=${row.id}&organization=org`
    expect(sent.text).toContain(`Open lead: ${link}\n`)
    expect(sent.html).toContain(`href="${link.replace('&', '&amp;')}"`)
    expect(sent.html).toContain('href="tel:+16145550142"')
    expect(sent.text).toContain('Address: 12 Elm Street, Columbus, OH 43215\n')
    expect(sent.text).toContain('Ada Hedgerow, Nov 20, 10:00 AM\nA tree fell on my fence\n')
    expect(sent.text + sent.html).not.toContain('Internal remark')
    expect(sent.text).toContain('Settings: https://app.fieldhand.test/agent?organization=org#notifications\n')
    expect(sent.text).toContain(
      `Unsubscribe: https://api.fieldhand.test/api/v1/notifications/unsubscribe/${row.token}\n`,
    )
  })

  it.each([
    'not an address',
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test, c@d.test',
    'a\u0007@b.test',
    '\u202ea@b.test',
    null,
  ])('has no Reply-To for the address %j', async (prospect_email) => {
    const visitor = await addVisitor({ lead: { prospect_email } })
    expect((await mail('new_lead', visitor)).replyTo).toBeNull()
  })

  it('quotes a visitor who needs a person, and links to the conversation', async () => {
    const visitor = await addVisitor()
    const { row, ...sent } = await mail('needs_person', visitor)
    expect(sent.subject).toBe('Ada Hedgerow asks for a person')
    expect(sent.text).toContain(
      `https://app.fieldhand.test/conversations/${visitor.conversation_id}?notification=${row.id}&organization=org\n`,
    )
    await db().updateTable('conversations').set({ needs: 'emergency' }).execute()
    expect((await mail('needs_person', visitor)).subject).toBe(
      'Call (614) 555-0142 · Emergency: A tree fell on my fence · Ada Hedgerow',
    )
    await db()
      .updateTable('conversations')
      .set({ status: 'person', needs: null, taken_by: 'user', taken_by_name: 'Olive', taken_at: NOW })
      .execute()
    const canceled = { canceled: 'A member has taken care of it meanwhile' }
    expect((await say('needs_person', visitor)).composed).toEqual(canceled)
    await db()
      .updateTable('conversations')
      .set({ status: 'agent', taken_by: null, taken_by_name: null, taken_at: null })
      .execute()
    expect((await say('needs_person', visitor)).composed).toEqual(canceled)
  })

  it.each(['emergency', 'danger', 'urgent'] as const)(
    'names the number first, the time, the place, and the page of %s',
    async (needs) => {
      const visitor = await addVisitor()
      await db().updateTable('conversations').set({ page: '/tree-removal', needs }).execute()
      const sent = await mail('needs_person', visitor)
      expect(sent.text).toContain('Page: /tree-removal\n')
      expect(sent.text).toMatch(/Time: Nov 20, \d+:\d\d [AP]M\n/)
      expect(sent.text).toMatch(/Place: .*Columbus/)
      const { composed } = await say('needs_person', { ...visitor, channel: 'sms' })
      expect(JSON.stringify(composed)).toMatch(/Nov 20, .*Columbus.*\/tree-removal/)
      expect(JSON.stringify(composed)).toMatch(/"text":"\(614\) 555-0142, /)
    },
  )

  it('quotes the message that was urgent, however long ago it was', async () => {
    const { visitor } = await alarmed('I smell gas', 'emergency')
    await db()
      .insertInto('messages')
      .values(
        Array.from({ length: 9 }, (_, index) => ({
          ...{ id: newId('msg'), organization_id: 'org', conversation_id: visitor.conversation_id },
          ...{ message_type: 'incoming', author: 'visitor', content: `Detail ${index}`, created_at: NOW },
          position: 3 + index,
        })),
      )
      .execute()
    const sent = await mail('needs_person', visitor)
    expect(sent.subject).toBe('Call (614) 555-0142 · Emergency: I smell gas · Ada Hedgerow')
    expect(sent.text).toMatch(/Last messages\n\nAda Hedgerow, [^\n]+\nI smell gas\n\n[^\n]+\nDetail 5\n/)
    await db().updateTable('leads').set({ prospect_phone: null }).execute()
    expect((await mail('needs_person', visitor)).subject).toBe('Emergency: Ada Hedgerow')
  })

  it('about a new lead says what is urgent instead of who usually gets the job', async () => {
    const { visitor } = await alarmed('I smell gas', 'emergency')
    await db().updateTable('leads').set({ booking_start_time: null }).execute()
    const sent = await mail('new_lead', visitor)
    expect(sent.subject).toBe('Emergency, new lead: Ada Hedgerow, Tree Services')
    expect(sent.text).toContain('Emergency: “I smell gas”. Please call now.\n')
    expect(sent.text).not.toContain('usually gets the job')
  })

  it.each([
    ['opt_out', 'Ada Hedgerow asked not to be contacted'],
    ['deletion', 'Ada Hedgerow asked for deletion of data'],
  ] as const)('about %s says exactly that, and offers no call', async (needs, subject) => {
    const visitor = await addVisitor()
    const state = JSON.stringify({ noContact: true })
    await db().updateTable('conversations').set({ needs, state }).execute()
    const sent = await mail('needs_person', visitor)
    expect(sent.subject).toBe(subject)
    expect(sent.text + sent.html).not.toMatch(/talk to a person|Call \(614\)/)
    expect(sent.replyTo).toBeNull()
    const { composed } = await say('needs_person', { ...visitor, channel: 'push' })
    expect(composed && 'payload' in composed && JSON.parse(composed.payload)).toMatchObject({
      call_path: null,
    })
  })

  it('says what about a call needs a person', async () => {
    const note = 'The estimate call is not in Google Calendar: its calendar is gone.'
    const sent = await mail('needs_person', { ...(await addVisitor()), data: { needs: 'asked', note } })
    expect(sent.subject).toBe('Check the appointment with Ada Hedgerow')
    expect(sent.text).toContain(`${note}\n`)
    expect(sent.text).not.toContain('asked to talk to a person')
  })

  it('names a visitor without a lead by the page', async () => {
    const { conversation_id } = await addVisitor()
    await db().deleteFrom('leads').execute()
    await db().updateTable('conversations').set({ page: '/prices' }).execute()
    const sent = await mail('needs_person', { conversation_id })
    expect(sent.subject).toBe('Visitor on /prices asks for a person')
    expect(sent.replyTo).toBeNull()
  })

  it('says what happened to a call, and what has happened since', async () => {
    const visitor = await addVisitor()
    const booked = await mail('booking_made', { ...visitor, ...call })
    expect(booked.subject).toBe('Booked: Ada Hedgerow, Mon, Nov 23, 3:00 PM EST')
    expect(booked.text).toContain(`Ada Hedgerow booked an estimate call for ${WHEN}.\n`)
    await db().updateTable('leads').set({ booking_kind: 'visit', booking_minutes: 45 }).execute()
    const visit = await mail('booking_made', { ...visitor, ...call })
    expect(visit.text).toContain(`\nEstimate visit: ${WHEN} (45 minutes)\n`)
    expect(visit.text).toContain('you get notifications about estimates')
    await db().updateTable('leads').set({ booking_kind: 'call', booking_minutes: 30 }).execute()
    const moved = await mail('booking_moved', {
      ...visitor,
      data: { start: '2026-11-24T20:00:00.000Z', previous: START },
    })
    expect(moved.text).toContain(`It has been moved since, to ${WHEN}.\n`)
    expect(moved.text).toContain(`\nWas: ${WHEN}\n`)
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    expect((await mail('booking_made', { ...visitor, ...call })).text).toContain(
      'It has been canceled since.',
    )
    const canceled = await mail('booking_canceled', { ...visitor, ...call })
    expect(canceled.text).toContain(`Ada Hedgerow canceled the estimate call on ${WHEN}.\n`)
  })

  it('does not say that the visitor changed a call that was changed in a calendar service', async () => {
    const visitor = await addVisitor()
    const data = { start: START, service: 'Cal.com' }
    const canceled = await mail('booking_canceled', { ...visitor, data })
    expect(canceled.text).toContain(
      `The estimate call with Ada Hedgerow on ${WHEN} was canceled in Cal.com.\n`,
    )
    const moved = await mail('booking_moved', { ...visitor, data })
    expect(moved.text).toContain(`The estimate call with Ada Hedgerow was moved in Cal.com to ${WHEN}.\n`)
  })

  it('is not written about what is erased', async () => {
    const { booking: _, ...visitor } = await addVisitor()
    const row = await addNotification(db(), {
      organization_id: 'org',
      kind: 'new_lead',
      created_at: NOW,
      ...visitor,
    })
    await db().deleteFrom('leads').execute()
    expect(await compose(db(), LINKED, row, NOW)).toBeNull()
    await db().deleteFrom('organizations').execute()
    expect(await compose(db(), LINKED, { ...row, lead_id: null, kind: 'test' }, NOW)).toBeNull()
  })
})

describe('a message of another channel', () => {
  it('calls the lead from a push message', async () => {
    const visitor = await addVisitor()
    const { row, composed } = await say('new_lead', { ...visitor, channel: 'push', recipient: null })
    const path = `/leads/${visitor.lead_id}?notification=${row.id}&organization=org`
    expect(composed).toMatchObject({ channel: 'push' })
    expect(composed && 'payload' in composed && JSON.parse(composed.payload)).toEqual({
      token: row.token,
      title: 'New lead: Ada Hedgerow',
      body: 'Tree Services · (614) 555-0142',
      path,
      call_path: `${path}&call=1`,
      tag: `lead-${visitor.lead_id}`,
    })
  })

  it('offers no call without a number', async () => {
    const visitor = await addVisitor({ lead: { prospect_phone: null } })
    const { composed } = await say('needs_person', { ...visitor, channel: 'push' })
    expect(composed && 'payload' in composed && JSON.parse(composed.payload)).toMatchObject({
      body: '“A tree fell on my fence”',
      call_path: null,
      tag: `conversation-${visitor.conversation_id}`,
    })
  })

  it('is a text message with the business first, and for visitors with the way out', async () => {
    const { booking, ...visitor } = await addVisitor()
    const text = async (kind: NotificationKind, fields: Fields) => {
      const { row, composed } = await say(kind, { ...visitor, ...call, ...fields, channel: 'sms' })
      return composed && 'text' in composed && composed.text.replace(row.id, 'ID')
    }
    expect(await text('new_lead', {})).toBe(
      `Green Acres: New lead Ada Hedgerow, Tree Services. (614) 555-0142. https://app.fieldhand.test/leads/${visitor.lead_id}?notification=ID&organization=org`,
    )
    expect(await text('confirmation', toVisitor)).toBe(
      `Green Acres: Your estimate call is booked for Mon, Nov 23, 3:00 PM EST. https://widget.fieldhand.test/booking/${booking} Reply STOP to opt out.`,
    )
  })
})

it('sends a test that says so', async () => {
  const sent = await mail('test')
  expect(sent.text).toContain('This is a test from Fieldhand. Messages for Green Acres reach you here.')
  expect(sent.text).not.toContain('unsubscribe')
})
