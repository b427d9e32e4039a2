import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $setupStatus } from '../../../../src/stores/organization/organization.ts'
import {
  $setupBanners,
  BANNERS_KEY,
  storeBanners,
  storedBanners,
} from '../../../../src/stores/shell/setup-banners.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer()
let closes: (() => void)[]
/** Path suffixes that are refused, or answered with other data. */
let answers: Map<string, unknown>

beforeEach(() => {
  answers = new Map()
  closes = []
  const network = connectConsole(server)
  configure({
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const end = [...answers.keys()].find((key) => pathname.endsWith(key))
      if (end === undefined) return network.fetch(request)
      const answer = answers.get(end)
      return answer === null ? Response.json({ message: 'no' }, { status: 403 }) : Response.json(answer)
    },
  })
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

async function banners(organizationId = GREEN) {
  signInTo(organizationId)
  closes.push($setupBanners.subscribe(() => {}))
  await eventually(() => expect(Object.values($setupBanners.get())).not.toContain('unknown'))
  return $setupBanners.get()
}

describe('the banners', () => {
  it('are unknown until the data has loaded, and none without an organization', async () => {
    setSession({ status: 'loading' })
    closes.push($setupBanners.subscribe(() => {}))
    expect($setupBanners.get()).toEqual({ billing: 'unknown', profile: 'unknown', access: 'unknown' })
    signInTo(GREEN)
    expect($setupBanners.get()).toEqual({ billing: 'unknown', profile: 'unknown', access: 'unknown' })
    signInTo(null)
    expect($setupBanners.get()).toEqual({ billing: 'none', profile: 'none', access: 'none' })
  })

  it('show that billing is due and required fields are missing', async () => {
    expect(await banners()).toEqual({
      billing: 'due',
      profile: {
        tone: 'success',
        message: 'Your agent is ready to help customers!',
        button: 'View Setup',
        percentage: 85,
        missing: 'escalation_email',
      },
      access: 'none',
    })
  })

  it('show admins that what a former admin created awaits a review, if the API knows it', async () => {
    const setup = { organization: true, agent: true, crm: false, billing: true }
    answers.set('/setup-status', { ...setup, former_admins: 1 })
    expect(await banners()).toMatchObject({ access: 'due' })
    answers.set('/setup-status', setup)
    await $setupStatus.get().refetch()
    expect($setupBanners.get()).toMatchObject({ access: 'none' })
  })

  it('name the first missing required field of an empty profile', async () => {
    expect(await banners('org_freshcut')).toMatchObject({
      profile: { tone: 'red', button: 'Complete Setup', missing: 'business_name' },
    })
  })

  it('are none once billing and profile are set up', async () => {
    const profile = await (await server.fetchApi(`/api/v1/organizations/${GREEN}/profile`)).json()
    answers.set('/setup-status', { organization: true, agent: true, crm: false, billing: true })
    answers.set('/profile', { ...profile, escalation_email: 'a@example.com', pricing_notes: 'Fair' })
    expect(await banners()).toEqual({ billing: 'none', profile: 'none', access: 'none' })
  })

  it.each([
    ['/setup-status', { billing: 'none', profile: { percentage: 85 } }],
    ['/profile', { billing: 'due', profile: 'none' }],
    [`/organizations/${GREEN}`, { billing: 'none', profile: { percentage: 85 } }],
  ])('show nothing unknown: %s refused', async (path, expected) => {
    answers.set(path, null)
    expect(await banners()).toMatchObject(expected)
  })
})

describe('the stored banners', () => {
  function stubStorage(stored?: string) {
    const items = new Map(stored === undefined ? [] : [[BANNERS_KEY, stored]])
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => items.set(key, value),
    })
    return items
  }

  it('are those last shown, without unknown ones', async () => {
    const items = stubStorage()
    expect(storedBanners()).toBeNull()
    storeBanners({ billing: 'due', profile: 'unknown', access: 'none' })
    expect(items.size).toBe(0)
    storeBanners(await banners())
    expect(storedBanners()).toEqual(['billing', 'profile'])
    storeBanners({ billing: 'none', profile: 'none', access: 'due' })
    expect(storedBanners()).toEqual(['access'])
    storeBanners({ billing: 'none', profile: 'none', access: 'none' })
    expect(storedBanners()).toEqual([])
  })

  it.each(['{', '7', '{"billing":true}', 'null'])('are none if corrupt: %s', (stored) => {
    stubStorage(stored)
    expect(storedBanners()).toBeNull()
  })
})
