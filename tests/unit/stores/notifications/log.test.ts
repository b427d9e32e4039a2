import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { showLead } from '../../../../src/stores/leads/page.ts'
import {
  $leadNotifications,
  $logFilter,
  $notificationLog,
  filterLog,
  loadOlder,
  readMessage,
  retrySending,
  sentDays,
  showWholeLog,
} from '../../../../src/stores/notifications/log.ts'
import { FRESH, GREEN } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { notify } from '../../../support/notifications.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'
import { addToldVisitor } from '../../../support/told-visitor.ts'

const server = await sharedServer()
const { db } = server.deps
let closes: (() => void)[]
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  network = connectConsole(server)
  signInTo(FRESH)
  closes = []
})
afterEach(async () => {
  stopStores(closes)
  signOutNow()
  configure()
  for (const table of ['notifications', 'leads', 'conversations'] as const)
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
})

async function store(count: number, fields: Partial<Parameters<typeof notify>[1]> = {}): Promise<string[]> {
  const ids: string[] = []
  for (let each = 0; each < count; each += 1)
    ids.push(await notify(server, { organization_id: FRESH, ...fields }))
  return ids
}

const follow = ($store: typeof $notificationLog | typeof $leadNotifications) =>
  closes.push($store.listen(() => {}))
const shown = () => $notificationLog.get().rows.map(({ id }) => id)
const until = (check: () => void) => eventually(check)

describe('the log', () => {
  it('loads page by page, and skips nothing if something is sent meanwhile', async () => {
    const old = (await store(105)).toReversed()
    follow($notificationLog)
    await until(() => expect(shown()).toEqual(old.slice(0, 50)))
    expect($notificationLog.get().hasMore).toBe(true)
    await loadOlder()
    expect(shown()).toEqual(old.slice(0, 100))
    const [latest] = await store(1)
    await $notificationLog.get().refetch()
    expect(shown()).toEqual([latest, ...old.slice(0, 100)])
    await loadOlder()
    expect(shown()).toEqual([latest, ...old])
    expect($notificationLog.get().hasMore).toBe(false)
  })

  it('shows what failed, and forgets an older page of another filter', async () => {
    const failed = (await store(52, { status: 'failed' })).toReversed()
    await store(60)
    follow($notificationLog)
    await until(() => expect(shown()).toHaveLength(50))
    const older = loadOlder()
    filterLog('failed')
    await older
    await until(() => expect(shown()).toEqual(failed.slice(0, 50)))
    await loadOlder()
    expect(shown()).toEqual(failed)
  })

  it('does not show an older page to another organization', async () => {
    await store(60)
    follow($notificationLog)
    await until(() => expect(shown()).toHaveLength(50))
    network.plan((request) => {
      signInTo(GREEN)
      return server.app.api.fetch(request)
    })
    await loadOlder()
    await until(() => expect($notificationLog.get().status).toBe('ready'))
    expect(shown()).toEqual([])
  })

  it('is about everything again when it opens the next time', async () => {
    follow($notificationLog)
    filterLog('failed')
    stopStores(closes)
    expect($logFilter.get()).toBe('all')
  })
})

describe('the days of the log', () => {
  const NOV_1 = { from: '2026-11-01', to: '2026-11-01' }
  const onNov1 = { created_at: '2026-11-01T12:00:00Z' }
  const listed = () => network.requests.map(({ url }) => new URL(url)).filter(isList)
  const isList = ({ pathname }: URL) => pathname.endsWith('/notifications')

  it('limit it together with its filter, also its older pages', async () => {
    const sent = (await store(60, onNov1)).toReversed()
    const [failed] = await store(1, { ...onNov1, status: 'failed' })
    await store(3)
    follow($notificationLog)
    sentDays.choose(NOV_1)
    await until(() => expect(shown()).toEqual([failed, ...sent.slice(0, 49)]))
    await loadOlder()
    expect(shown()).toEqual([failed, ...sent])
    filterLog('failed')
    await until(() => expect(shown()).toEqual([failed]))
    expect(sentDays.$days.get()).toEqual(NOV_1)
    expect(listed().at(-1)?.searchParams.get('timezone')).toBe('America/St_Johns')
    showWholeLog()
    await until(() => expect(shown()).toHaveLength(50))
  })

  it('are forgotten when it closes', async () => {
    follow($notificationLog)
    sentDays.choose(NOV_1)
    stopStores(closes)
    expect(sentDays.$days.get()).toEqual({ from: null, to: null })
  })

  it.each([400, 404, 422])('are all days if the API answers them with %d', async (status) => {
    const all = await store(2)
    follow($notificationLog)
    await until(() => expect(shown()).toHaveLength(2))
    network.plan(async () => Response.json({ detail: 'Not known' }, { status }))
    sentDays.choose(NOV_1)
    await until(() => expect(sentDays.$refused.get()).toEqual(NOV_1))
    await until(() => expect(shown()).toEqual(all.toReversed()))
    expect(sentDays.$days.get()).toEqual({ from: null, to: null })
    sentDays.choose({ from: '2026-11-02', to: null })
    expect(sentDays.$refused.get()).toBeNull()
  })

  it('are all days if the API ignores them', async () => {
    const all = await store(2)
    follow($notificationLog)
    await until(() => expect(shown()).toHaveLength(2))
    network.plan((request) => server.app.api.fetch(new Request(request.url.split('?')[0] ?? '', request)))
    sentDays.choose(NOV_1)
    await until(() => expect(sentDays.$refused.get()).toEqual(NOV_1))
    await until(() => expect(shown()).toEqual(all.toReversed()))
  })
})

describe('sending again', () => {
  it('queues what has failed, in the log and at the lead', async () => {
    const { lead_id } = await addToldVisitor(db, { organization: FRESH, now: server.clock.now() })
    const [id = ''] = await store(1, { status: 'failed', reason: 'The mailbox is full', lead_id })
    showLead(lead_id)
    follow($notificationLog)
    follow($leadNotifications)
    await until(() => expect($leadNotifications.get().data).toMatchObject([{ id, status: 'failed' }]))
    await until(() => expect(shown()).toEqual([id]))
    const [failed] = $notificationLog.get().rows
    if (failed) await retrySending(failed)
    const queued = [{ id, status: 'queued', reason: null }]
    expect($notificationLog.get().rows).toMatchObject(queued)
    expect($leadNotifications.get().data).toMatchObject(queued)
    expect(await db.selectFrom('notifications').select(['id', 'status', 'reason']).execute()).toEqual(queued)
  })

  it('whose response is lost is shown with its new status', async () => {
    const [id = ''] = await store(1, { status: 'failed', reason: 'The mailbox is full' })
    follow($notificationLog)
    await until(() => expect(shown()).toEqual([id]))
    const [failed] = $notificationLog.get().rows
    network.planFor('POST', async (request) => {
      await server.app.api.fetch(request)
      throw new TypeError('fetch failed')
    })
    if (failed) await expect(retrySending(failed)).rejects.toThrow('could not be reached')
    await until(() => expect($notificationLog.get().rows).toMatchObject([{ id, status: 'queued' }]))
  })

  it('rejects with the reason of the server', async () => {
    await store(1)
    follow($notificationLog)
    await until(() => expect(shown()).toHaveLength(1))
    const [sent] = $notificationLog.get().rows
    if (!sent) throw new Error('Nothing is shown')
    await expect(retrySending(sent)).rejects.toThrow('Only a notification that has failed can be sent again')
    expect($notificationLog.get().rows).toMatchObject([{ status: 'sent' }])
  })
})

it('a message is read as it was sent', async () => {
  const [id = ''] = await store(1, { subject: 'New lead', text: 'Ada', html: '<b>Ada</b>' })
  expect(await readMessage(id)).toEqual({ subject: 'New lead', text: 'Ada', html: '<b>Ada</b>' })
})

// The last one: what an API lacks is remembered until the page is reloaded.
it('the log is empty with an API without notifications', async () => {
  configure({ fetch: async () => Response.json({ detail: 'Not Found' }, { status: 404 }) })
  follow($notificationLog)
  await until(() => expect($notificationLog.get().status).toBe('ready'))
  expect(shown()).toEqual([])
})
