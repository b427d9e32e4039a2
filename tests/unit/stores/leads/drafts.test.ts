import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formOf } from '../../../../src/domain/leads/form.ts'
import { countInMemory, QUIET_MS, reloadWhenIdle } from '../../../../src/platform/page/page-reload.ts'
import { keepDraft, keepUnsavedLead } from '../../../../src/stores/leads/drafts.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const EMPTY = formOf(null)

let reload: ReturnType<typeof vi.fn>
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  reload = vi.fn()
  vi.stubGlobal('location', { href: 'http://localhost:3000/agent', reload })
  signInTo('org_a')
  stop = () => {}
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  signOutNow()
  vi.unstubAllGlobals()
})

it.each([
  [
    'a note',
    () => keepDraft('lead_1', { text: 'Half a sentence' }),
    () => keepDraft('lead_1', { text: ' ' }),
    { notes: 1, leads: 0 },
  ],
  [
    'a new lead',
    () => keepUnsavedLead({ ...EMPTY, prospect_name: 'Ann' }),
    () => keepUnsavedLead(null),
    { notes: 0, leads: 1 },
  ],
])('the page does not reload while %s is being written', async (_, write, finish, drafts) => {
  write()
  expect(countInMemory()).toEqual(drafts)
  stop = reloadWhenIdle()
  await vi.advanceTimersByTimeAsync(60 * QUIET_MS)
  expect(reload).not.toHaveBeenCalled()
  finish()
  expect(countInMemory()).toEqual({ notes: 0, leads: 0 })
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(reload).toHaveBeenCalledTimes(1)
})

it('an empty form and the choice of what to write do not keep the page', async () => {
  keepUnsavedLead(EMPTY)
  keepDraft('lead_1', { kind: 'task', dueAt: '2031-03-04T14:00:00.000Z' })
  stop = reloadWhenIdle()
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(reload).toHaveBeenCalledTimes(1)
})
