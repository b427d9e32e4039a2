import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  $import,
  chooseDateOrder,
  chooseFile,
  chooseHeadings,
  mapColumn,
  startOver,
  timesOf,
} from '../../../../../src/stores/leads/import/import.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'

beforeEach(() => signInTo('org_a'))
afterEach(() => {
  startOver()
  signOutNow()
})

const choose = (...lines: string[]) =>
  chooseFile('leads.csv', async () => new TextEncoder().encode(lines.join('\n')).buffer)

function work() {
  const state = $import.get()
  if (state.step !== 'map') throw new Error(state.step)
  return state.work
}

const AMBIGUOUS = Array.from({ length: 300 }, (_, at) => `Ann ${at},3/4/2026,`)

it('the order of dates is that of any row and any column with times', async () => {
  await choose('Name,Created,Booking', ...AMBIGUOUS, 'Bob,,25/3/2026 9:00')
  expect(work().dates).toEqual({ order: 'dmy', isShown: true })
  expect(timesOf(work()).date_order).toBe('dmy')
  mapColumn(2, null)
  expect(work().dates).toEqual({ order: 'mdy', isShown: false })
})

it('an order that the dates do not show can be chosen, and stays with other columns', async () => {
  await choose('Name,Created,Booking,Remark', ...AMBIGUOUS)
  expect(work().dates).toEqual({ order: 'mdy', isShown: false })
  chooseDateOrder('dmy')
  mapColumn(3, 'notes')
  expect(timesOf(work()).date_order).toBe('dmy')
  mapColumn(1, null)
  expect(work().dates.isShown).toBe(true)
})

it('the row with the headings can be chosen, which guesses the columns and dates again', async () => {
  await choose('Leads of 2026,,', 'Name,Phone,Created', 'Ann,614 555 0188,3/4/2026')
  expect(work().mapping).toEqual(['prospect_name', 'prospect_phone', 'created_at'])
  expect(work().file.rows).toEqual([{ row: 3, cells: ['Ann', '614 555 0188', '3/4/2026'] }])
  chooseHeadings(0)
  expect(work().file).toMatchObject({ headings: ['Leads of 2026', '', ''], headingsAt: 0 })
  expect(work().file.rows).toHaveLength(2)
  expect(work().dates.isShown).toBe(true)
  chooseHeadings(1)
  expect(work().dates.isShown).toBe(false)
})
