import { describe, expect, it } from 'vitest'
import type { Task } from '../../../../src/contract/tasks.ts'
import {
  dayInWords,
  dueText,
  endedText,
  todayItems,
  whatToCheck,
  whatToReconnect,
  whomToCall,
  whyToCall,
} from '../../../../src/domain/dashboard/today.ts'
import { buildLead } from '../../../support/build-lead.ts'

const ZONE = 'America/New_York'
/** Friday, 10 in the morning in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')

const task = (fields: Partial<Task>): Task => ({
  id: 'task',
  lead_id: 'lead_1',
  text: 'Send the quote',
  due_at: '2026-11-20T20:00:00.000Z',
  done_at: null,
  created_at: '2026-11-19T12:00:00.000Z',
  updated_at: '2026-11-19T12:00:00.000Z',
  ...fields,
})
const booked = (id: string, start: string, status: string | null = 'scheduled') =>
  buildLead({ id, status: 'converted', booking_start_time: start, booking_status: status })
const keys = (...given: Parameters<typeof todayItems>) => todayItems(...given).map(({ key }) => key)

describe('today', () => {
  it('is empty without work', () => {
    expect(todayItems({ leads: [buildLead()], tasks: [] }, NOW, ZONE)).toEqual([])
  })

  it('leaves out tests, their calls, and their tasks', () => {
    const leads = [
      buildLead({ id: 'new', prospect_phone: '1', is_test: true }),
      { ...booked('soon', '2026-11-20T18:00:00.000Z'), is_test: true },
    ]
    expect(keys({ leads, tasks: [task({ lead_id: 'soon' })] }, NOW, ZONE)).toEqual([])
  })

  it('has the calls first, then the visits of today, tasks by time, and the visits of tomorrow', () => {
    const leads = [
      buildLead({ id: 'new', prospect_phone: '1' }),
      booked('soon', '2026-11-20T18:00:00.000Z'),
      booked('tomorrow', '2026-11-21T18:00:00.000Z'),
    ]
    const tasks = [task({ id: 'later' }), task({ id: 'overdue', due_at: '2026-11-18T12:00:00.000Z' })]
    expect(keys({ leads, tasks }, NOW, ZONE)).toEqual([
      'calls',
      'visit-soon',
      'overdue',
      'later',
      'visit-tomorrow',
    ])
  })

  it('has ended connections and unreadable calendars after the calls', () => {
    const leads = [buildLead({ id: 'new', prospect_phone: '1' })]
    expect(keys({ leads, tasks: [task({ id: 'due' })], ended: ['HubSpot'] }, NOW, ZONE)).toEqual([
      'calls',
      'reconnect',
      'due',
    ])
    const unreadable = ['calendar.google.com']
    expect(keys({ leads, tasks: [], ended: ['HubSpot'], unreadable }, NOW, ZONE)).toEqual([
      'calls',
      'reconnect',
      'unreadable',
    ])
    expect(whatToCheck(unreadable)).toBe('Check your calendar at calendar.google.com')
    expect(endedText(['HubSpot'])).toMatch(/^The connection has ended/)
    expect(whatToReconnect(['HubSpot', 'Google Calendar'])).toBe('Reconnect HubSpot and Google Calendar')
  })

  it('has neither done tasks nor those due after the end of the day in the time zone', () => {
    const tasks = [
      task({ id: 'done', done_at: '2026-11-20T14:00:00.000Z' }),
      task({ id: 'last', due_at: '2026-11-21T04:59:59.999Z' }),
      task({ id: 'next day', due_at: '2026-11-21T05:00:00.000Z' }),
    ]
    expect(keys({ leads: [], tasks }, NOW, ZONE)).toEqual(['last'])
    expect(keys({ leads: [], tasks }, NOW, 'UTC')).toEqual([])
  })

  it('has calls until they are over, none that was canceled, and none after tomorrow', () => {
    const leads = [
      booked('running', '2026-11-20T14:30:01.000Z'),
      booked('over', '2026-11-20T14:30:00.000Z'),
      booked('off', '2026-11-20T18:00:00.000Z', 'cancelled'),
      booked('last', '2026-11-22T04:59:59.000Z'),
      booked('later', '2026-11-22T05:00:00.000Z'),
    ]
    expect(keys({ leads, tasks: [] }, NOW, ZONE)).toEqual(['visit-running', 'visit-last'])
  })

  it('has a longer visit until its own end', () => {
    const visit = { ...booked('long', '2026-11-20T14:01:00.000Z'), booking_kind: 'visit' as const }
    expect(keys({ leads: [{ ...visit, booking_minutes: 60 }], tasks: [] }, NOW, ZONE)).toEqual(['visit-long'])
    expect(keys({ leads: [{ ...visit, booking_minutes: 45 }], tasks: [] }, NOW, ZONE)).toEqual([])
  })

  it('says which tasks are overdue, and knows their leads', () => {
    const leads = [buildLead({ id: 'known' })]
    const tasks = [
      task({ id: 'a', due_at: '2026-11-20T14:59:59.000Z', lead_id: 'known' }),
      task({ id: 'b', due_at: '2026-11-20T15:00:00.000Z', lead_id: 'gone' }),
    ]
    expect(todayItems({ leads, tasks }, NOW, ZONE)).toMatchObject([
      { isOverdue: true, lead: { id: 'known' } },
      { isOverdue: false, lead: null },
    ])
  })
})

describe('whom to call', () => {
  const people = ['Ann Lee', 'Bo Cruz', 'Cy Park', 'Di Fox', 'Ed Ray'].map((prospect_name) =>
    buildLead({ prospect_name }),
  )
  it.each([
    [1, 'Call Ann Lee'],
    [2, 'Call Ann Lee and Bo Cruz'],
    [3, 'Call Ann Lee, Bo Cruz, and Cy Park'],
    [5, 'Call Ann Lee, Bo Cruz, and 3 more'],
  ])('of %j is %j', (count, text) => {
    expect(whomToCall(people.slice(0, count))).toBe(text)
  })
})

describe('why', () => {
  const since = (...created: string[]) =>
    whyToCall(
      created.map((created_at) => buildLead({ created_at })),
      NOW,
      ZONE,
    )
  it('names the age of the oldest lead and its day', () => {
    expect(since('2026-11-20T14:00:00.000Z')).toBe('New, 1 hour ago')
    expect(since('2026-11-20T05:00:00.000Z', '2026-11-20T14:00:00.000Z')).toBe(
      'New since today, oldest 10 hours ago',
    )
    expect(since('2026-11-20T04:59:00.000Z', '2026-11-20T14:00:00.000Z')).toBe(
      'New since yesterday, oldest 10 hours ago',
    )
    expect(since('2026-11-03T12:00:00.000Z', '2026-11-20T14:00:00.000Z')).toBe(
      'New since Nov 3, oldest 17 days ago',
    )
  })

  it.each([
    ['2026-11-20T22:00:00.000Z', 'Due today, 5:00 PM'],
    ['2026-11-20T14:00:00.000Z', 'Overdue since 9:00 AM'],
    ['2026-11-20T04:00:00.000Z', 'Overdue since yesterday'],
    ['2026-11-03T12:00:00.000Z', 'Overdue since Nov 3'],
  ])('a task due at %s is %j', (due, text) => {
    expect(dueText(due, NOW, ZONE)).toBe(text)
  })

  it.each([
    ['2026-11-20T22:00:00.000Z', 'today'],
    ['2026-11-21T05:00:00.000Z', 'tomorrow'],
    ['2026-11-24T20:00:00.000Z', 'Tue, Nov 24'],
  ])('%s is %j', (start, text) => {
    expect(dayInWords(start, NOW, ZONE)).toBe(text)
  })
})
