import { describe, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { composing, NOW } from '../../support/composing.ts'
import { addNotification } from '../../support/notification-row.ts'

const { db, addVisitor, say, mail } = composing()

describe('a digest', () => {
  it('counts the leads that its recipient was not told of, and lists the first 20', async () => {
    const told = await addVisitor({ lead: { prospect_name: 'Told Already', booking_start_time: null } })
    await addNotification(db(), {
      organization_id: 'org',
      kind: 'new_lead',
      created_at: NOW,
      lead_id: told.lead_id,
    })
    await addVisitor({
      lead: { prospect_name: 'Too Early', booking_start_time: null, created_at: '2026-11-20T14:59:59Z' },
    })
    await db()
      .insertInto('leads')
      .values(
        Array.from({ length: 4_995 }, (_, index) => ({
          id: newId('lead'),
          organization_id: 'org',
          status: 'new',
          source: 'chat',
          prospect_name: `Visitor ${index}`,
          service_interest: 'Mowing',
          property_address: '1 Oak Street, Columbus, OH 43215',
          created_at: new Date(NOW.getTime() + index),
          updated_at: NOW,
        })),
      )
      .execute()
    const sent = await mail('lead_digest', { data: { since: NOW.toISOString() } })
    expect(sent.subject).toBe('4,995 new leads: Visitor 0, Visitor 1, Visitor 2, …')
    expect(sent.text).toContain('- Visitor 0, 10:00 AM, Mowing, Columbus\n')
    expect(sent.text.match(/^- Visitor \d+,/gm)).toHaveLength(20)
    expect(sent.text).toContain('and 4,975 more: https://app.fieldhand.test/leads?organization=org\n')
    expect(sent.text).not.toMatch(/Told Already|Too Early/)
    const other = await mail('lead_digest', {
      data: { since: NOW.toISOString() },
      recipient: 'other@fieldhand.test',
    })
    expect(other.subject).toMatch(/^4,996 new leads/)
    const until = { since: NOW.toISOString(), until: new Date(NOW.getTime() + 2).toISOString() }
    expect((await mail('lead_digest', { data: until })).subject).toBe('2 new leads: Visitor 0, Visitor 1')
  })

  it('begins with emergencies, and names the numbers', async () => {
    const lead = (prospect_name: string, service_additional_info: string | null, ms: number) => ({
      ...{ id: newId('lead'), organization_id: 'org', status: 'new', source: 'chat', updated_at: NOW },
      ...{ prospect_name, service_additional_info, prospect_phone: '614-555-0142' },
      created_at: new Date(NOW.getTime() + ms),
    })
    const many = Array.from({ length: 21 }, (_, index) => lead(`Visitor ${index}`, null, index * 10))
    const alone = lead('Lou Lee', 'Asked not to be contacted', 5)
    const alarmed = lead('Renee Oduya', 'In their words: leak\nDanger: I smell gas', 900)
    await db()
      .insertInto('leads')
      .values([...many, alone, alarmed])
      .execute()
    const sent = await mail('lead_digest', { data: { since: NOW.toISOString() } })
    expect(sent.subject).toBe('23 new leads: Emergency: Renee Oduya, Visitor 0, Lou Lee, …')
    expect(sent.text).toContain('- Emergency: Renee Oduya, (614) 555-0142, 10:00 AM\n')
    expect(sent.text).toContain('- Lou Lee, 10:00 AM\n')
  })

  it('contains only leads that came in, not those that a member added or imported', async () => {
    const lead = (source: string) => addVisitor({ lead: { source, booking_start_time: null } })
    await lead('manual')
    const { lead_id } = await lead('Angi')
    await db()
      .insertInto('lead_imports')
      .values({
        id: 'import',
        organization_id: 'org',
        file_name: 'old.csv',
        file_hash: 'hash',
        rows: 1,
        created_by: 'user',
        created_at: NOW,
      })
      .execute()
    await db()
      .insertInto('lead_import_rows')
      .values({
        organization_id: 'org',
        id: 'import-2',
        import_id: 'import',
        row: 2,
        outcome: 'imported',
        lead_id,
        at: NOW,
      })
      .execute()
    await addVisitor({ lead: { prospect_name: 'New Visitor', booking_start_time: null } })
    const sent = await mail('lead_digest', { data: { since: NOW.toISOString() } })
    expect(sent.subject).toBe('1 new lead: New Visitor')
  })

  it('is withdrawn without leads', async () => {
    expect((await say('lead_digest', { data: { since: NOW.toISOString() } })).composed).toEqual({
      canceled: 'There are no new leads to report',
    })
  })
})

describe('a daily summary', () => {
  const booked = (leadId: string, at: string) => ({
    organization_id: 'org',
    id: newId('event'),
    lead_id: leadId,
    type: 'booked',
    at,
    actor_kind: 'visitor',
    actor_id: null,
    data: JSON.stringify({}),
  })
  const summary = (day: string) => mail('daily_summary', { data: { day } })

  it('counts the day in the business’s time zone', async () => {
    const { lead_id } = await addVisitor({
      lead: { booking_start_time: '2026-11-21T20:00:00Z', booking_kind: 'call', booking_minutes: 30 },
    })
    // Friday begins at 5:00 in UTC.
    await db()
      .insertInto('lead_activity')
      .values([
        booked(lead_id, '2026-11-20T05:00:00Z'),
        booked(lead_id, '2026-11-20T04:59:59Z'),
        booked(lead_id, '2026-11-21T05:00:00Z'),
      ])
      .execute()
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe('Friday, November 20: 1 new lead, 1 booked estimate, 1 waiting')
    expect(sent.text).toContain(
      'New leads: 1\nConversations: 1\nBooked estimates: 1\nWaiting for a person now: 1\nEstimates tomorrow: 1\n',
    )
    expect(sent.text).toContain('- Ada Hedgerow, 3:00 PM (call, 30 min), Tree Services, Columbus\n')
    expect(sent.text).toContain(
      'See who waits: https://app.fieldhand.test/conversations?needs_person=true&notification=',
    )
    await db().updateTable('conversations').set({ status: 'agent', needs: null }).execute()
    const quiet = await summary('2026-11-19')
    expect(quiet.subject).toBe('Thursday, November 19: 1 booked estimate')
    expect(quiet.text).toContain('Open dashboard: https://app.fieldhand.test/?notification=')
  })

  it.each([
    ['2026-11-21T04:59:00Z', 'tomorrow'],
    ['2026-11-21T05:00:00Z', 'today'],
    ['2026-11-22T05:00:00Z', 'on Saturday, November 21'],
  ])('that is sent late, at %s, says that the calls are %s', async (now, day) => {
    await addVisitor({ lead: { booking_start_time: '2026-11-21T20:00:00Z' } })
    const sent = await mail('daily_summary', { data: { day: '2026-11-20' } }, new Date(now))
    expect(sent.text).toContain(`\nEstimates ${day}: 1\n`)
    expect(sent.text).toContain(`\nEstimates ${day}\n`)
    expect(sent.html).toContain(`1 estimate ${day}`)
  })

  it.each([
    ['2026-11-24T15:00:00Z', null, null],
    ['2026-11-22T15:00:00Z', 'a quiet day, 2 trial days left', 'keeps the widget live for 2 more days.'],
    ['2026-11-20T14:00:00Z', 'a quiet day, chat is not live', 'has ended: the widget is not live.'],
  ])('with a trial that ends at %s says so if that is soon', async (trial_ends_at, subject, text) => {
    await db()
      .updateTable('organizations')
      .set({ subscription_status: 'trialing', plan: 'starter_alpha_', trial_ends_at })
      .execute()
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe(`Friday, November 20: ${subject ?? 'a quiet day'}`)
    if (text) expect(sent.text).toContain(text)
    expect(sent.text.includes('See the Billing screen.')).toBe(text !== null)
  })

  it('says which services no longer accept their connection, also on a quiet day', async () => {
    await db()
      .insertInto('calendar_connections')
      .values(
        (['google', 'calcom'] as const).map((service) => ({
          organization_id: 'org',
          service,
          sealed: 'sealed',
          settings: JSON.stringify({ choice: { id: '1', name: 'Estimate', detail: null } }),
          state: 'revoked' as const,
          connected_at: NOW,
        })),
      )
      .execute()
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe('Friday, November 20: a quiet day')
    expect(sent.text).toContain(
      'Reconnect Cal.com and Google Calendar on the Integrations screen. The connections have ended: nothing is transferred until you reconnect.',
    )
  })

  it('says which calendars can no longer be read', async () => {
    const source = { organization_id: 'org', sealed_address: 'sealed', busy: '[]', error: 'It is gone.' }
    await db()
      .insertInto('calendar_sources')
      .values(
        ['calendar.google.com', 'outlook.live.com', 'outlook.live.com'].map((host, index) => ({
          ...source,
          id: `calendar_${index}`,
          host,
          added_at: new Date(NOW.getTime() - DAY_MS),
          checked_at: NOW,
          read_at: new Date(NOW.getTime() - DAY_MS),
        })),
      )
      .execute()
    expect((await summary('2026-11-20')).text).toContain(
      "Check your calendars at calendar.google.com and outlook.live.com on the Integrations screen. Fieldhand can't read them, so new appointments don't block estimates.",
    )
  })

  it('counts each call that was booked on the day and is not canceled once, like the dashboard', async () => {
    const again = await addVisitor({ lead: { booking_start_time: '2026-11-25T20:00:00Z' } })
    const canceled = await addVisitor({
      lead: { booking_start_time: '2026-11-26T20:00:00Z', booking_status: 'cancelled' },
    })
    await db()
      .insertInto('lead_activity')
      .values([
        booked(again.lead_id, '2026-11-20T15:00:00Z'),
        booked(again.lead_id, '2026-11-20T16:00:00Z'),
        booked(canceled.lead_id, '2026-11-20T17:00:00Z'),
      ])
      .execute()
    expect((await summary('2026-11-20')).text).toContain('Booked estimates: 1\n')
  })

  it('says briefly that nothing happened', async () => {
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe('Friday, November 20: a quiet day')
    expect(sent.text).not.toContain('New leads')
  })
})
