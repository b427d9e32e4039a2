import { describe, expect, it } from 'vitest'
import { arrivalsText, badgedTitle, newLeadText } from '../../../../src/domain/leads/new-lead.ts'
import { describeChange } from '../../../../src/domain/outbox/outbox.ts'

it.each([
  ['Ada Byron', 'New lead: Ada Byron'],
  [' ', 'New lead: no name yet'],
  [null, 'New lead: no name yet'],
])('newLeadText of %s', (name, text) => expect(newLeadText(name)).toBe(text))

describe('badgedTitle', () => {
  it.each([
    ['Leads', 2, '(2) Leads'],
    ['(2) Leads', 3, '(3) Leads'],
    ['(2) Leads', 0, 'Leads'],
    ['Leads', 99, '(99) Leads'],
    ['(99) Leads', 100, '(99+) Leads'],
    ['(99+) Leads', 0, 'Leads'],
    ['Leads (2)', 0, 'Leads (2)'],
  ])('%s with %i', (title, count, badged) => expect(badgedTitle(title, count)).toBe(badged))
})

it.each([
  [1, 1, '1 new lead'],
  [3, 1, '3 new leads'],
  [1, 0, '1 new lead, hidden by the current filter'],
])('arrivalsText of %i, %i shown', (count, shown, text) => expect(arrivalsText(count, shown)).toBe(text))

it.each([
  [{ type: 'create' as const, leadId: 'a', fields: {} }, 'Add Ada'],
  [{ type: 'update' as const, leadId: 'a', fields: {} }, 'Change the details of Ada'],
  [
    { type: 'update' as const, leadId: 'a', fields: { booking_start_time: '2026-11-24T15:00:00.000Z' } },
    'Move the appointment of Ada',
  ],
  [
    {
      type: 'update' as const,
      leadId: 'a',
      fields: { booking_status: 'cancelled', booking_start_time: '2026-11-24T15:00:00.000Z' },
    },
    'Cancel the appointment of Ada',
  ],
  [
    { type: 'update' as const, leadId: 'a', fields: { notes: 'Dog\nGate 2', add_note: 'Gate 2' } },
    'Add the note “Gate 2” to Ada',
  ],
  [{ type: 'status' as const, leadId: 'a', status: 'lost' as const }, 'Set Ada to lost'],
  [{ type: 'delete' as const, leadId: 'a' }, 'Remove Ada'],
])('describeChange of %o', (change, text) => expect(describeChange(change, 'Ada')).toBe(text))
