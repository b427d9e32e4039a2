import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { LeadChange } from '../../../../../src/domain/outbox/outbox.ts'
import { type Network, type OutboxTab, outboxWorld } from '../../../../support/outbox.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T15:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(0)

type Step =
  | { do: 'change'; tab: number; lead: string; kind: LeadChange['type'] }
  | { do: 'cancel'; tab: number; entry: number }
  | { do: 'network'; network: Network }
  | { do: 'crash' | 'wake'; tab: number }
  | { do: 'open' }
  | { do: 'pass'; ms: number }

const tab = fc.nat(3)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      tab,
      lead: fc.constantFrom('a', 'b'),
      kind: fc.constantFrom<LeadChange['type']>('status', 'status', 'update', 'create', 'delete'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), tab, entry: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('network' as const),
      network: fc.constantFrom<Network>(
        'up',
        'up',
        'up',
        'down',
        'down',
        'answers lost',
        'hangs',
        'fails',
        'refuses',
        'knows no lead',
        'expired',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'wake' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('open' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ max: 70_000, min: 1 }) }),
  },
)

/** One change by the owner, and its reported result. */
interface Submitted {
  change: LeadChange
  outcome: 'sent' | 'waiting' | 'failed' | null
  canceled: boolean
  /** How often the server had applied it when it was canceled. */
  doneWhenCanceled: number
}

/** Each change has a unique mark, which distinguishes the server's list from the tabs' lists. */
function makeChange(kind: LeadChange['type'], lead: string, mark: number): LeadChange {
  const notes = `#${mark}`
  if (kind === 'status') return { type: 'status', leadId: lead, status: 'lost', notes }
  if (kind === 'update') return { type: 'update', leadId: lead, fields: { notes } }
  if (kind === 'create') return { type: 'create', leadId: `made_${mark}`, fields: {} }
  return { type: 'delete', leadId: `${lead}_${mark}` }
}

const isSame = (a: LeadChange, b: LeadChange) => JSON.stringify(a) === JSON.stringify(b)

async function run(steps: readonly Step[]) {
  const world = outboxWorld()
  const tabs: OutboxTab[] = [world.openTab()]
  const submitted: Submitted[] = []
  const refused: LeadChange[] = []
  const reported = new Set<string>()
  const at = (index: number) => tabs[index % tabs.length] as OutboxTab
  const times = (list: readonly LeadChange[], change: LeadChange) =>
    list.filter((each) => isSame(each, change)).length
  const done = () => world.server.done.map(({ change }) => change)

  function listen(to: OutboxTab): void {
    to.$refusals.subscribe((refusals) => {
      for (const { key, change } of refusals) {
        if (reported.has(`${key}`)) continue
        reported.add(`${key}`)
        refused.push(change)
      }
    })
  }
  listen(at(0))

  function submit({ kind, lead, tab }: Extract<Step, { do: 'change' }>): void {
    const change = makeChange(kind, lead, submitted.length)
    const mine: Submitted = { change, outcome: null, canceled: false, doneWhenCanceled: 0 }
    submitted.push(mine)
    at(tab)
      .submit(change)
      .then(
        (outcome) => {
          mine.outcome = outcome
        },
        () => {
          mine.outcome = 'failed'
        },
      )
  }

  async function cancel({ tab, entry: index }: Extract<Step, { do: 'cancel' }>): Promise<void> {
    const entries = at(tab).$entries.get()
    const entry = entries[index % Math.max(entries.length, 1)]
    if (!entry || !(await at(tab).cancel(entry.key))) return
    for (const each of submitted.filter(({ change }) => isSame(change, entry.change))) {
      each.canceled = true
      each.doneWhenCanceled = times(done(), each.change)
    }
  }

  async function take(next: Step): Promise<void> {
    switch (next.do) {
      case 'change':
        submit(next)
        break
      case 'network':
        world.server.turn(next.network)
        break
      case 'wake':
        at(next.tab).wake()
        break
      case 'pass':
        await vi.advanceTimersByTimeAsync(next.ms)
        break
      case 'open':
        if (tabs.length < 4) tabs.push(world.openTab())
        tabs.forEach(listen)
        break
      case 'crash':
        at(next.tab).crash()
        tabs[next.tab % tabs.length] = world.openTab()
        tabs.forEach(listen)
        break
      case 'cancel':
        await cancel(next)
        break
    }
    await settle()
  }

  for (const next of steps) await take(next)
  // The network returns, hanging requests end, and the last open tab has all the time it needs.
  world.server.turn('up')
  for (const each of tabs) each.crash()
  const last = world.openTab()
  listen(last)
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  last.wake()
  await vi.advanceTimersByTimeAsync(10 * 60_000)
  const left = last.$entries.get()
  last.stop()
  return { submitted, refused, left, done: done(), confirmed: world.server.confirmed, times }
}

it('an accepted change reaches the server once and in order, or is canceled or refused with a reason', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      const { submitted, refused, left, done, confirmed, times } = await run(steps)
      expect(left, 'nothing waits forever').toEqual([])
      for (const { change, outcome, canceled, doneWhenCanceled } of submitted) {
        const accepted = outcome === 'sent' || outcome === 'waiting'
        expect(times(confirmed, change), 'confirmed at most once').toBeLessThanOrEqual(1)
        expect(times(refused, change), 'refused at most once').toBeLessThanOrEqual(1)
        if (canceled) {
          expect(times(done, change), 'not applied after it was canceled').toBe(doneWhenCanceled)
        } else if (accepted && change.type !== 'delete') {
          const ends = times(confirmed, change) + times(refused, change)
          expect(ends, `${JSON.stringify(change)} was ${outcome}`).toBe(1)
        }
      }
      const order = confirmed.map((change) => submitted.findIndex((each) => isSame(each.change, change)))
      for (const lead of ['a', 'b']) {
        const ofLead = order.filter((index) => submitted[index]?.change.leadId === lead)
        expect(ofLead, 'in the order in which they were made').toEqual([...ofLead].sort((x, y) => x - y))
      }
    }),
    { numRuns: 150 },
  )
})
