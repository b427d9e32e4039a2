import { describe, expect, it } from 'vitest'
import { zonesOfPhone } from '../../../server/notifications/phone-zones.ts'
import { recipientsOf, reminderTime, sendTime, type Timing } from '../../../server/notifications/rules.ts'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Person,
  type PersonChannel,
} from '../../../src/contract/notification-settings.ts'

const NEW_YORK = 'America/New_York'
const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people as [Person]
const person = (id: string, fields: Partial<Person> = {}): Person => ({
  ...{ id, name: id, email: `${id}@example.test`, phone: null, sms_consent: false },
  choices: escalation.choices,
  ...fields,
})
const by = (...channels: PersonChannel[]) => ({ ...escalation.choices, new_lead: channels })
const everything = { excluded: [] as string[], ready: ['email', 'sms', 'push'] as const }

describe('who is told', () => {
  const settings = (people: Person[], escalate_minutes: number | null = null) => ({
    people,
    escalate_minutes,
  })
  const delays = (found: ReturnType<typeof recipientsOf>) =>
    found.map(({ address, delayMs }) => [address, delayMs / 60_000])

  it('is the escalation email by default', () => {
    expect(
      recipientsOf('new_lead', DEFAULT_NOTIFICATION_SETTINGS, ' boss@example.test ', everything),
    ).toEqual([
      { personId: 'escalation', name: '', channel: 'email', address: 'boss@example.test', delayMs: 0 },
    ])
    expect(recipientsOf('new_lead', DEFAULT_NOTIFICATION_SETTINGS, null, everything)).toEqual([])
  })

  it('is everyone at once, or one after the other for what cannot wait', () => {
    const people = [person('ann'), person('bob'), person('cleo')]
    expect(delays(recipientsOf('new_lead', settings(people), null, everything))).toEqual([
      ['ann@example.test', 0],
      ['bob@example.test', 0],
      ['cleo@example.test', 0],
    ])
    for (const [alert, minutes] of [
      ['new_lead', [0, 10, 20]],
      ['needs_person', [0, 10, 20]],
      ['booking', [0, 0, 0]],
      ['daily_summary', [0, 0, 0]],
    ] as const)
      expect(
        recipientsOf(alert, settings(people, 10), null, everything).map(({ delayMs }) => delayMs / 60_000),
      ).toEqual(minutes)
  })

  it('waits for nobody who cannot be reached, and tells no address twice', () => {
    const people = [
      person('stopped'),
      person('silent', { choices: by() }),
      person('no-consent', { phone: '+16145550101', choices: by('sms') }),
      person('ann', { phone: '+16145550102', sms_consent: true, choices: by('sms', 'email', 'sms') }),
      person('twin', { email: 'Ann@example.test' }),
      person('bob'),
    ]
    const found = recipientsOf('new_lead', settings(people, 5), null, {
      ...everything,
      excluded: ['STOPPED@example.test'],
    })
    expect(delays(found)).toEqual([
      ['+16145550102', 0],
      ['ann@example.test', 0],
      ['bob@example.test', 5],
    ])
    const onlyTexts = recipientsOf('new_lead', settings(people, 5), null, { ...everything, ready: ['sms'] })
    expect(delays(onlyTexts)).toEqual([['+16145550102', 0]])
  })
})

describe('the zones of a number', () => {
  it.each([
    ['+16145550123', NEW_YORK, 'America/Los_Angeles', 'Pacific/Honolulu'],
    ['+18085550123', 'Pacific/Honolulu', 'Pacific/Honolulu', NEW_YORK],
    ['+19075550123', 'America/Anchorage', 'America/Adak', NEW_YORK],
    ['+14165550123', 'America/Toronto', 'America/St_Johns', 'Europe/London'],
    ['+447400123456', 'Europe/London', 'Europe/London', NEW_YORK],
    ['+6421123456', 'Pacific/Auckland', 'Pacific/Chatham', NEW_YORK],
    ['+61412345678', 'Australia/Sydney', 'Australia/Lord_Howe', NEW_YORK],
  ])('of %s include %s and %s, not %s', (phone, one, other, never) => {
    const zones = zonesOfPhone(phone, 'UTC')
    expect(zones).toEqual(expect.arrayContaining([one, other]))
    expect(zones).not.toContain(never)
  })

  it("of no country are the business's", () => {
    expect(zonesOfPhone('+80012345678', 'Asia/Tokyo')).toEqual(['Asia/Tokyo'])
    expect(zonesOfPhone('nonsense', null)).toEqual([NEW_YORK])
  })
})

const timing = (fields: Partial<Timing>): Timing => ({
  ...{ channel: 'email', alert: 'new_lead', businessZone: NEW_YORK, recipientPhone: null },
  ...{ isRequested: false, isLate: false, settings: DEFAULT_NOTIFICATION_SETTINGS },
  ...fields,
})
const quiet = (from: string, to: string, urgent_in_quiet_hours = true) => ({
  quiet_hours: { from, to },
  urgent_in_quiet_hours,
})
const sentAt = (now: string, fields: Partial<Timing>) => {
  const time = sendTime(new Date(now), timing(fields))
  return time instanceof Date ? time.toISOString() : time
}

describe('the time to send', () => {
  it.each([
    ['2026-11-20T02:59:59Z', null],
    ['2026-11-20T03:00:00Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T05:30:10Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T11:59:59Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:00:00Z', null],
  ])('at %s is %s with quiet hours from 22:00 to 7:00', (now, expected) => {
    const settings = quiet('22:00', '07:00')
    for (const channel of ['email', 'push'] as const)
      expect(sentAt(now, { settings, channel })).toBe(expected)
    expect(sentAt(now, { settings, alert: 'needs_person' })).toBeNull()
    expect(sentAt(now, { settings: { ...settings, urgent_in_quiet_hours: false } })).toBe(expected)
    // Visitors have no part in the quiet hours of the business.
    expect(sentAt(now, { settings, alert: null })).toBeNull()
  })

  it('is after the quiet hours of the day too', () => {
    const settings = quiet('12:00', '13:30')
    expect(sentAt('2026-11-20T17:00:00Z', { settings })).toBe('2026-11-20T18:30:00.000Z')
    expect(sentAt('2026-11-20T18:30:00Z', { settings })).toBeNull()
  })

  it.each([
    // From 2:00 to 3:00 in New York on March 8, 2026, and from 2:00 to 1:00 on November 1.
    ['a skipped end', '2026-03-08T05:00:00Z', '02:30', '2026-03-08T07:00:00.000Z'],
    ['an end after the change', '2026-03-08T05:00:00Z', '07:00', '2026-03-08T11:00:00.000Z'],
    ['an end after the change back', '2026-11-01T04:30:00Z', '07:00', '2026-11-01T12:00:00.000Z'],
    ['a repeated end', '2026-11-01T04:30:00Z', '01:30', '2026-11-01T05:30:00.000Z'],
    ['a repeated end, again', '2026-11-01T06:10:00Z', '01:30', '2026-11-01T06:30:00.000Z'],
  ])('is right with %s of quiet hours', (_, now, end, expected) => {
    expect(sentAt(now, { settings: quiet('22:00', end) })).toBe(expected)
  })

  it('is in the only free hour of a day with a change', () => {
    const settings = quiet('15:00', '14:00')
    expect(sentAt('2026-03-08T06:59:00Z', { settings })).toBe('2026-03-08T18:00:00.000Z')
    expect(sentAt('2026-11-01T04:59:00Z', { settings })).toBe('2026-11-01T19:00:00.000Z')
  })

  it('of text messages is from 8:00 to 21:00 wherever the recipient may be', () => {
    const text = (now: string, fields: Partial<Timing> = {}) => sentAt(now, { channel: 'sms', ...fields })
    // The people of the business are in its zone.
    expect(text('2026-11-20T01:59:59Z')).toBeNull()
    expect(text('2026-11-20T02:00:00Z')).toBe('2026-11-20T13:00:00.000Z')
    expect(text('2026-11-20T12:59:00Z')).toBe('2026-11-20T13:00:00.000Z')
    const visitor = { alert: null, recipientPhone: '+16145550123' }
    expect(text('2026-11-20T13:00:00Z', visitor)).toBe('2026-11-20T16:00:00.000Z')
    expect(text('2026-11-20T13:00:00Z', { ...visitor, isRequested: true })).toBeNull()
    const inNepal = { alert: null, recipientPhone: '+9779812345678' }
    expect(text('2026-11-20T15:15:00Z', inNepal)).toBe('2026-11-21T02:15:00.000Z')
  })

  it('is now for a text to a member about a visitor who needs a person, unless that waits too', () => {
    const text = (settings: Timing['settings']) =>
      sentAt('2026-11-20T06:00:00Z', { channel: 'sms', alert: 'needs_person', settings })
    expect(text(quiet('22:00', '07:00'))).toBeNull()
    expect(text(quiet('22:00', '07:00', false))).toBe('2026-11-20T13:00:00.000Z')
    expect(text({ quiet_hours: null, urgent_in_quiet_hours: true })).toBeNull()
    // Without quiet hours, the screen doesn't show this setting.
    expect(text({ quiet_hours: null, urgent_in_quiet_hours: false })).toBeNull()
  })

  it('is never if quiet hours leave no time for text messages', () => {
    const settings = quiet('07:00', '21:30')
    expect(sentAt('2026-11-20T17:00:00Z', { channel: 'sms', settings })).toBe('never')
    expect(sentAt('2026-11-20T17:00:00Z', { settings })).toBe('2026-11-21T02:30:00.000Z')
  })
})

describe('the reminder of a call', () => {
  const remind = (start: string, hours: number, now: string, phone: string | null = null) =>
    reminderTime(new Date(start), hours, new Date(now), {
      ...{ channel: phone === null ? 'email' : 'sms', phone, businessZone: NEW_YORK },
    })?.toISOString() ?? null
  const NOW = '2026-11-16T15:00:00Z'
  const IN_LONDON = '+447400123456'

  it('comes the given hours before, also across a clock change', () => {
    expect(remind('2026-11-20T14:00:00Z', 24, NOW)).toBe('2026-11-19T14:00:00.000Z')
    expect(remind('2026-03-08T14:00:00Z', 24, '2026-03-01T00:00:00Z')).toBe('2026-03-07T14:00:00.000Z')
  })

  it('does not come in the past, nor right after the booking', () => {
    expect(remind('2026-11-17T15:29:59Z', 24, NOW)).toBeNull()
    expect(remind('2026-11-17T15:30:00Z', 24, NOW)).toBe('2026-11-16T15:30:00.000Z')
  })

  it('comes as a text message after the night if that leaves half of the time, else before it', () => {
    expect(remind('2026-11-20T06:00:00Z', 24, NOW, IN_LONDON)).toBe('2026-11-19T08:00:00.000Z')
    expect(remind('2026-11-20T09:00:00Z', 2, NOW, IN_LONDON)).toBe('2026-11-20T08:00:00.000Z')
    expect(remind('2026-11-20T08:30:00Z', 2, NOW, IN_LONDON)).toBe('2026-11-19T20:30:00.000Z')
    expect(remind('2026-11-20T08:30:00Z', 2, '2026-11-19T20:15:00Z', IN_LONDON)).toBeNull()
  })
})
