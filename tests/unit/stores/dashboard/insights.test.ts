import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  $insightNote,
  $insightSpan,
  $insights,
  chooseInsightDays,
  chooseInsightPeriod,
} from '../../../../src/stores/dashboard/insights.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
const closes: (() => void)[] = []

afterEach(() => {
  stopStores(closes)
  vi.useRealTimers()
  signOutNow()
  configure()
})

it('the insights of a page that stays open include the new day after midnight', async () => {
  const { fetch } = connectConsole(server)
  const requests: string[] = []
  configure({
    fetch: (request) => {
      if (request.url.includes('/insights')) requests.push(request.url)
      return fetch(request)
    },
  })
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(2026, 10, 20, 23, 59, 50),
  })
  signInTo('org_greenacres')
  closes.push($insights.subscribe(() => {}))
  await eventually(() => expect($insights.get().status).toBe('ready'))
  expect(requests).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  await eventually(() => expect(requests).toHaveLength(2))
})

describe('chosen days', () => {
  let network: ReturnType<typeof connectConsole>
  const answered = (status: number) => () => Response.json({ message: 'Not known' }, { status })
  const queries = () =>
    network.requests
      .filter(({ url }) => url.includes('/insights'))
      .map(({ url }) => new URL(url).searchParams)
  const shownDays = () => $insights.get().data?.days.map(({ day }) => day) ?? []

  beforeEach(async () => {
    network = connectConsole(server)
    vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 20, 7) })
    signInTo('org_greenacres')
    chooseInsightPeriod(30)
    closes.push($insights.subscribe(() => {}))
    await eventually(() => expect(shownDays()).toHaveLength(30))
  })

  it('are shown instead of a period, until a period is chosen', async () => {
    chooseInsightDays({ from: '2026-11-01', to: '2026-11-05' })
    expect($insightSpan.get()).toEqual({ from: '2026-11-01', to: '2026-11-05' })
    await eventually(() => expect(shownDays()).toHaveLength(5))
    expect([shownDays().at(0), shownDays().at(-1)]).toEqual(['2026-11-01', '2026-11-05'])
    expect(Object.fromEntries(queries().at(-1) ?? [])).toEqual({
      from: '2026-11-01',
      to: '2026-11-05',
      timezone: 'America/St_Johns',
    })
    chooseInsightPeriod(7)
    await eventually(() => expect(shownDays()).toHaveLength(7))
    expect($insightNote.get()).toBeNull()
  })

  it('without an end are until today, and are a period if they are the same days', async () => {
    chooseInsightDays({ from: '2026-11-14', to: null })
    expect($insightSpan.get()).toBe(7)
    chooseInsightDays({ from: '2026-11-13', to: null })
    expect($insightSpan.get()).toEqual({ from: '2026-11-13', to: '2026-11-20' })
    await eventually(() => expect(shownDays()).toHaveLength(8))
  })

  it.each([
    [null, null, 30, 'Insights cover at most 366 days. The last 30 days are shown.'],
    [null, '2026-11-05', 30, 'The first day is missing. The last 30 days are shown.'],
    ['2024-11-05', null, 30, 'Insights cover at most 366 days. The last 30 days are shown.'],
    ['2026-11-05', '2026-11-04', 30, 'The first day is after the last day. The last 30 days are shown.'],
    ['2026-11-05', '2026-11-21', 30, 'The last day is in the future. The last 30 days are shown.'],
  ])('from %j to %j are not asked for', (from, to, span, note) => {
    const before = queries().length
    chooseInsightDays({ from, to })
    expect([$insightSpan.get(), $insightNote.get()]).toEqual([span, note])
    expect(queries()).toHaveLength(before)
    chooseInsightPeriod(30)
    expect($insightNote.get()).toBeNull()
  })

  it('that cannot be shown leave the shown ones', () => {
    chooseInsightDays({ from: '2026-11-01', to: '2026-11-05' })
    chooseInsightDays({ from: '2026-11-05', to: '2027-11-05' })
    expect($insightSpan.get()).toEqual({ from: '2026-11-01', to: '2026-11-05' })
    expect($insightNote.get()).toBe('The last day is in the future. Nov 1 – Nov 5 is shown.')
  })

  it.each([400, 404, 422])(
    'that the API answers with %d are replaced with the last period',
    async (status) => {
      chooseInsightPeriod(7)
      await eventually(() => expect(shownDays()).toHaveLength(7))
      const states: string[] = []
      closes.push($insights.listen(({ status }) => states.push(status)))
      network.plan(answered(status))
      chooseInsightDays({ from: '2026-11-01', to: '2026-11-02' })
      const note = 'The API cannot show Nov 1 – Nov 2. The last 7 days are shown instead.'
      await eventually(() => expect($insightNote.get()).toBe(note))
      expect($insightSpan.get()).toBe(7)
      expect(shownDays()).toHaveLength(7)
      expect(states).not.toContain('failed')
      // A 404 of the days does not hide the insights.
      chooseInsightPeriod(90)
      await eventually(() => expect(shownDays()).toHaveLength(90))
    },
  )

  it('that the API ignores are replaced with the last period', async () => {
    network.plan(async (request) => {
      const url = new URL(request.url)
      for (const name of ['from', 'to']) url.searchParams.delete(name)
      return server.app.api.fetch(new Request(url, request))
    })
    chooseInsightDays({ from: '2026-10-01', to: '2026-10-30' })
    const note = 'The API cannot show Oct 1 – Oct 30. The last 30 days are shown instead.'
    await eventually(() => expect($insightNote.get()).toBe(note))
    expect([$insightSpan.get(), shownDays().at(-1)]).toEqual([30, '2026-11-20'])
  })

  it('that are refused for another reason stay chosen', async () => {
    network.plan(answered(403))
    chooseInsightDays({ from: '2026-09-01', to: '2026-09-03' })
    await eventually(() => expect($insights.get().status).toBe('failed'))
    expect($insightSpan.get()).toEqual({ from: '2026-09-01', to: '2026-09-03' })
  })
})
