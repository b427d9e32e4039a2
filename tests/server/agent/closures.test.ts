import { describe, expect, it } from 'vitest'
import { closureInWords, holidayNamed, withDates } from '../../../server/agent/closures.ts'
import { judge } from '../../../server/agent/model/claims.ts'
import { answerPrompt } from '../../../server/agent/model/prompt.ts'
import { callbackTime } from '../../../server/agent/phrases.ts'
import { respond } from '../../../server/agent/respond.ts'
import { sourcesOf } from '../../../server/agent/sources.ts'
import { readState } from '../../../server/agent/state.ts'
import { begin } from '../../../server/agent/turn.ts'
import { holidaysIn } from '../../../server/holidays/holidays.ts'
import { closuresOf } from '../../../src/domain/settings/closures.ts'
import { aContext, FRIDAY_MORNING } from './business.ts'

const holidays = await holidaysIn('America/Chicago', FRIDAY_MORNING)
const TODAY = '2026-11-20'
const kept = { holidaysClosed: ['Thanksgiving Day'], holidays }
const closures = closuresOf(
  {
    holidays_closed: kept.holidaysClosed,
    days_off: [{ from: '2026-12-01', to: '2026-12-02', note: 'Surgery' }],
  },
  holidays,
)
const context = aContext({ ...kept, closures })
const known = { name: 'Jane Doe', phone: '(512) 555-0147', service_needs: 'mowing', address: '12 Elm St' }
const asked = { topic: 'slot', tries: 1, question: null } as const

describe('a closure in words', () => {
  const off = (from: string, to: string) => ({ from, to, holiday: null })
  it.each([
    [off('2026-12-20', '2026-12-27'), "We're closed from December 20 to 27.", 'Estamos cerrados del 20 al 27 de diciembre.'],
    [off('2026-12-28', '2027-01-03'), "We're closed from December 28 to January 3.", 'Estamos cerrados del 28 de diciembre al 3 de enero.'],
    [off('2026-12-28', '2026-12-28'), "We're closed on Monday, December 28.", 'Estamos cerrados el lunes, 28 de diciembre.'],
    [{ from: '2026-11-26', to: '2026-11-26', holiday: 'Thanksgiving Day' }, "We're closed on Thanksgiving Day (Thursday, November 26).", 'Estamos cerrados el Día de Acción de Gracias (jueves, 26 de noviembre).'],
    [{ from: '2026-12-28', to: '2026-12-28', holiday: 'Boxing Day' }, "We're closed on Boxing Day (Monday, December 28).", 'Estamos cerrados el día de Boxing Day (lunes, 28 de diciembre).'],
  ])('%j', (closure, english, spanish) => {
    expect(closureInWords(closure, closure.from, 'en')).toBe(english)
    expect(closureInWords(closure, closure.from, 'es')).toBe(spanish)
  }) // biome-ignore format: a table
})

describe('a holiday', () => {
  it.each([
    ['are you open on thanksgiving day?', 'Thanksgiving Day'],
    ['the day after Thanksgiving', 'Day after Thanksgiving Day'],
    ['Christmas Eve?', 'Christmas Eve'],
    ['is X-mas ok', 'Christmas Day'],
    ["New Year's", "New Year's Day"],
    ['the 4th of July', 'Independence Day'],
    ['¿en Año Nuevo?', "New Year's Day"],
    ['acción de gracias', 'Thanksgiving Day'],
    ['MLK day', 'Martin Luther King Jr. Day'],
    ['Merry Christmas!', null],
    ['Christmas lights', null],
    ['Mr. Christmasson', null],
  ])('%j names %s', (text, expected) => {
    expect(holidayNamed(text, holidays, TODAY)?.holiday.name ?? null).toBe(expected)
  })

  it.each([
    ['Thanksgiving at 10', 'November 26 at 10'],
    ['the day after thanksgiving at noon', 'November 27 at noon'],
    ['before Christmas Day', 'before December 25'],
    ['happy Thanksgiving', 'happy Thanksgiving'],
  ])('%j is %j', (text, expected) => expect(withDates(text, holidays, TODAY)).toBe(expected))
})

it('refuses a call on a holiday with the reason and the nearest three times', () => {
  const turn = respond(context, readState({ known, asked }), 'Thursday at 3')
  expect(turn.replies.join('\n')).toContain(
    "We're closed on Thanksgiving Day (Thursday, November 26). The nearest free times for a call (CST):",
  )
  expect(turn.state.offered).toHaveLength(3)
  expect(turn.state.offered.filter((start) => start.startsWith('2026-11-26'))).toEqual([])
  expect(turn.booking).toBeNull()
})

it('does not book a time that was offered before the day became a day off', () => {
  const stored = { known, asked, proposed: '2026-12-01T16:00:00.000Z', offered: ['2026-12-01T16:00:00.000Z'] }
  expect(respond(context, readState(stored), 'yes').booking).toBeNull()
  expect(respond(aContext(), readState(stored), 'yes').booking).toMatchObject({ kind: 'book' })
})

it('promises no call on a closed day', () => {
  const evening = new Date('2026-11-25T23:00:00Z')
  expect(callbackTime({ ...context, now: evening }, 'en')).toContain('on Friday')
  const long = { ...context.business, closures: [{ from: '2026-11-20', to: '2026-12-06', holiday: null }] }
  expect(callbackTime({ ...context, business: long }, 'en')).toContain('on Monday, December 7')
  expect(callbackTime({ ...context, business: long }, 'es')).toContain('el lunes, 7 de diciembre')
})

describe('a model', () => {
  const sources = sourcesOf(context)

  it('is told the closed days, without the notes', () => {
    const prompt = answerPrompt(context, begin(context).state, sources, [])
    expect(prompt).toContain("] We're closed from December 1 to 2.")
    expect(prompt).toContain("] We're closed on Thanksgiving Day (Thursday, November 26).")
    expect(prompt).not.toContain('Surgery')
  })

  it.each([
    ['We are open on December 1.', 'closed.1', false],
    ['We are open on Thanksgiving Day.', 'closed.2', false],
    ['Sorry, we are closed on Thanksgiving Day.', 'closed.2', true],
    ['We are closed on December 1 and 2.', 'closed.1', true],
  ])('writes %j citing %s, which is sent: %s', (say, id, isFit) => {
    const { business } = context
    const visitor = ['Do you work on Thanksgiving?']
    const grounds = { business, sources, visitor, known: [], isBooked: false, instructions: '' }
    expect(judge({ say, cites: [id] }, grounds).isFit).toBe(isFit)
  })
})
