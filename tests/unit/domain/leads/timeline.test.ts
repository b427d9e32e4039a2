import { describe, expect, it } from 'vitest'
import type { Message } from '../../../../src/contract/leads.ts'
import { type LeadEvent, type TimelineSource, timelineOf } from '../../../../src/domain/leads/timeline.ts'
import { exactTime } from '../../../../src/domain/time/exact-time.ts'
import { buildLead } from '../../../support/build-lead.ts'

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 20, 12, minute, second)).toISOString()
const message = (id: string, minute: number, type = 'incoming'): Message => ({
  id,
  message_type: type,
  content: id,
  photos: [],
  created_at: at(minute),
})
const person = { kind: 'person', id: 'user_1', name: 'Ada' }
const event = (type: string, minute: number, data = {}, actor: LeadEvent['actor'] = person): LeadEvent => ({
  id: `${type}-${minute}`,
  type,
  at: at(minute),
  actor,
  data,
})
const lead = buildLead({ id: 'lead_1', created_at: at(3), source: 'website_chat' })
const source = (parts: Partial<TimelineSource>): TimelineSource => ({
  lead,
  messages: [],
  events: null,
  waiting: [],
  userId: 'user_1',
  businessZone: 'UTC',
  deviceZone: 'UTC',
  ...parts,
})
const texts = (parts: Partial<TimelineSource>) =>
  timelineOf(source(parts)).map((entry) =>
    entry.kind === 'messages'
      ? `${entry.sender}: ${entry.messages.map(({ content }) => content).join(' ')}`
      : [entry.text, entry.who, ...('details' in entry ? entry.details : [])].filter(Boolean).join(' | '),
  )

describe('the history of a lead', () => {
  it('names the member who replied, and shows notes of the conversation as notes', () => {
    const byMember = { author: 'person', author_name: 'Sam' }
    const messages = [
      message('Hi', 4),
      message('Hello', 5, 'outgoing'),
      { ...message('Sam here', 5, 'outgoing'), ...byMember },
      { ...message('He bites', 6, 'note'), ...byMember },
    ]
    expect(texts({ messages })).toEqual([
      'Lead created',
      'Customer: Hi',
      'Agent: Hello',
      'Sam: Sam here',
      'He bites | Sam',
    ])
  })

  it('has messages and events in the order of time', () => {
    const events = [
      event('created', 3, {}, { kind: 'visitor', id: null, name: null }),
      event('status', 20, { from: 'new', to: 'lost', loss_reason: 'Too expensive' }),
      event('edited', 30, { fields: { budget: { from: null, to: '$900' } } }, { ...person, id: 'user_2' }),
      event('called', 40, { outcome: 'voicemail' }),
      event('booked', 50, { start: '2026-11-30T15:00:00.000Z' }, { kind: 'agent', id: null, name: null }),
      event('task', 51, { task_id: 't', text: 'Send it', due_at: '2026-12-01T09:00:00.000Z' }),
      event('task_done', 52, { task_id: 't', text: 'Send it' }),
      event('note', 53, { text: 'Gate code' }, { kind: 'person', id: 'user_3', name: null }),
    ]
    expect(texts({ events, messages: [message('Hello', 1), message('Again', 25)] })).toEqual([
      'Customer: Hello',
      'Lead created',
      'Status: New → Lost | You | Reason: Too expensive',
      'Customer: Again',
      'Changed Budget | Ada | Budget: empty → $900',
      'Called: left a voicemail | You',
      'Booked an estimate call for Nov 30, 2026, 3:00 PM | Agent',
      `Task: Send it | You | Due ${exactTime('2026-12-01T09:00:00.000Z')}`,
      'Done: Send it | You',
      'Gate code | A team member',
    ])
  })

  it('joins the messages of one sender within five minutes', () => {
    const messages = [
      message('a', 4),
      message('b', 9),
      message('c', 15),
      message('d', 15, 'outgoing'),
      message('e', 16, 'outgoing'),
      message('f', 16),
    ]
    expect(texts({ messages })).toEqual([
      'Lead created',
      'Customer: a b',
      'Customer: c',
      'Agent: d e',
      'Customer: f',
    ])
  })

  it('keeps messages apart that an event separates', () => {
    expect(
      texts({ events: [event('note', 5, { text: 'n' })], messages: [message('a', 4), message('b', 6)] }),
    ).toEqual(['Lead created', 'Customer: a', 'n | You', 'Customer: b'])
  })

  it('leaves out the note of a recorded call, unknown events, and nothing else', () => {
    const events = [
      event('created', 3),
      event('called', 10, { outcome: 'no_answer' }),
      event('note', 11, { text: 'Nov 20, 2026, 12:10 PM: Called, no answer' }),
      event('note', 30, { text: 'Nov 20, 2026, 12:30 PM: Called, no answer' }),
      event('sms', 31, { text: 'later' }),
    ]
    expect(texts({ events }).slice(1)).toEqual([
      'Called: no answer | You',
      'Nov 20, 2026, 12:30 PM: Called, no answer | You',
    ])
  })

  it('begins with stored notes that no event is about, and shows the others once', () => {
    const events = [event('created', 3), event('note', 5, { text: 'Called back' })]
    const noted = buildLead({ ...lead, notes: 'Imported: two dogs\nCalled back' })
    expect(texts({ lead: noted, events })).toEqual([
      'Lead created | You',
      'Imported: two dogs',
      'Called back | You',
    ])
  })

  it('leaves out what the agent notes about messages, which are there themselves', () => {
    const visitor = { kind: 'visitor', id: null, name: null }
    const noted = { service_additional_info: { from: null, to: 'Asked: Are you insured?' } }
    const budget = { budget: { from: null, to: '$300' } }
    const events = [
      event('created', 3),
      event('edited', 4, { fields: noted }, visitor),
      event('edited', 5, { fields: { ...noted, ...budget } }, visitor),
      event('edited', 6, { fields: noted }),
    ]
    expect(texts({ events })).toEqual([
      'Lead created | You',
      'Changed Budget | Customer | Budget: empty → $300',
      'Changed Additional info | You | Additional info: empty → Asked: Are you insured?',
    ])
  })

  it('shows what the lead alone says if the API reports no events', () => {
    const known = buildLead({
      ...lead,
      status: 'lost',
      loss_reason: 'No response',
      notes: 'Gate code',
      booking_start_time: '2026-11-30T15:00:00.000Z',
    })
    expect(texts({ lead: known })).toEqual([
      'Lead created',
      'Estimate call: Nov 30, 2026, 3:00 PM',
      'Status: Lost | Reason: No response',
      'Gate code',
    ])
  })

  it('shows calls in the zone of the business, and names it if the device is in another one', () => {
    const events = [event('booked', 3, { start: '2027-03-16T17:00:00Z' })]
    const away = { events, deviceZone: 'Europe/London' }
    const booked = (parts: Partial<TimelineSource>) => texts(parts).at(-1)
    expect(booked({ ...away, businessZone: 'America/Phoenix' })).toMatch(/for Mar 16, 2027, 10:00 AM MST/)
    expect(booked({ ...away, businessZone: null })).toMatch(/for Mar 16, 2027, 1:00 PM EDT/)
    expect(booked({ ...away, businessZone: 'Europe/Paris' })).toMatch(/for Mar 16, 2027, 6:00 PM GMT\+1/)
    expect(booked({ ...away, businessZone: 'Europe/London' })).toMatch(/for Mar 16, 2027, 5:00 PM(?! GMT)/)
  })

  it('says where the chat began, and who added or imported a lead', () => {
    expect(texts({ lead: { ...lead, page: '/tree-removal' } })).toEqual(['Lead created on /tree-removal'])
    expect(texts({ lead: { ...lead, source: 'manual' }, events: [event('created', 3)] })).toEqual([
      'Lead added by hand | You',
    ])
    expect(texts({ lead: { ...lead, source: 'import' }, events: [event('created', 3)] })).toEqual([
      'Lead imported from a file | You',
    ])
  })

  it('ends with notes that wait to be sent', () => {
    const waiting = [{ id: 'w', at: at(59), text: 'Offline' }]
    expect(timelineOf(source({ waiting, messages: [message('a', 58)] })).at(-1)).toMatchObject({
      text: 'Offline',
      isWaiting: true,
    })
  })

  it('shows a note once that the server already has, and the same words again if written later', () => {
    const stored = event('note', 20, { text: 'Offline' })
    const waiting = [
      { id: 'sent', at: at(19), text: 'Offline' },
      { id: 'again', at: at(40), text: 'Offline' },
    ]
    const notes = timelineOf(source({ events: [stored], waiting })).filter(({ kind }) => kind === 'note')
    expect(notes.map(({ id }) => id)).toEqual([stored.id, 'again'])
  })

  it('shows a note once that the server has, even if the clock of this device is a minute fast', () => {
    const stored = event('note', 20, { text: 'Offline' })
    const waiting = [{ id: 'sent', at: at(21), text: 'Offline' }]
    expect(texts({ events: [stored], waiting }).slice(1)).toEqual(['Offline | You'])
  })

  it('shows a waiting note once if the API reports no events', () => {
    // The lead is shown with its pending changes.
    const known = { ...lead, notes: 'Gate code\nOffline\nAgain' }
    const waiting = [
      { id: 'first', at: at(21), text: 'Offline' },
      { id: 'second', at: at(22), text: 'Again' },
    ]
    expect(texts({ lead: known, waiting }).toSorted()).toEqual([
      'Again | You',
      'Gate code',
      'Lead created',
      'Offline | You',
    ])
  })

  it('puts messages without a time after the previous one, and repeated ids apart', () => {
    const messages = [message('a', 4), { ...message('b', 0, 'outgoing'), created_at: '' }, message('a', 30)]
    const entries = timelineOf(source({ messages }))
    expect(texts({ messages }).slice(1)).toEqual(['Customer: a', 'Agent: b', 'Customer: a'])
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  })
})
