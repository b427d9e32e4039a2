import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $organizationRecord, $setupStatus } from '../../../../src/stores/organization/organization.ts'
import { $profile } from '../../../../src/stores/settings/profile.ts'
import {
  $setupBanners,
  BANNERS_KEY,
  closeBanner,
  forgetBanners,
  storeBanners,
  storedBanners,
} from '../../../../src/stores/shell/setup-banners.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'
const FRESH = 'org_freshcut'
const CANCELED = { name: 'Canceled', subscription_status: 'canceled', plan: 'free_org', trial_ends_at: null }
const NO_PLAN = {
  tone: 'red',
  note: 'You have no paid plan: the widget is not live. The preview still works.',
  about: 'no-plan',
}

const server = await sharedServer()
let closes: (() => void)[]
/** Path suffixes that are refused, or answered with other data. */
let answers: Map<string, unknown>

beforeEach(() => {
  answers = new Map([GREEN, FRESH].map((id) => [`/organizations/${id}`, { id, ...CANCELED }]))
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
      billing: NO_PLAN,
      profile: {
        about: '85',
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
    expect(await banners()).toMatchObject({ access: { about: '1' } })
    answers.set('/setup-status', setup)
    await $setupStatus.get().refetch()
    expect($setupBanners.get()).toMatchObject({ access: 'none' })
  })

  it('name the first missing required field of an empty profile', async () => {
    expect(await banners(FRESH)).toMatchObject({
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
    ['/profile', { billing: NO_PLAN, profile: 'none' }],
    [`/organizations/${GREEN}`, { billing: 'none', profile: { percentage: 85 } }],
  ])('show nothing unknown: %s refused', async (path, expected) => {
    answers.set(path, null)
    expect(await banners()).toMatchObject(expected)
  })
})

it('an API that says nothing about the plan leaves only the text of the banner', async () => {
  answers.set(`/organizations/${GREEN}`, { id: GREEN, name: 'Green Acres' })
  expect(await banners()).toMatchObject({ billing: { tone: 'warning', note: '' } })
})

describe('a closed banner', () => {
  const LAST = '2026-11-20T15:00:00.000Z'
  const setup = { organization: true, agent: true, crm: false, billing: false, former_admins: 1 }

  const onTrial = (days: number) => ({
    id: GREEN,
    name: 'Green Acres',
    subscription_status: 'trialing',
    plan: 'starter_alpha_',
    trial_ends_at: new Date(Date.now() + days * 86_400_000).toISOString(),
  })

  async function answer(path: string, changed: unknown) {
    answers.set(path, changed)
    await Promise.all([$setupStatus, $organizationRecord, $profile].map(($query) => $query.get().refetch()))
  }

  beforeEach(() => {
    vi.stubGlobal('localStorage', createDevice().localStorage)
  })

  it('stays closed for its user and organization only, until that user signs out', async () => {
    await banners()
    closeBanner('billing')
    expect($setupBanners.get()).toMatchObject({ billing: 'none', profile: { percentage: 85 } })
    expect(await banners(FRESH)).toMatchObject({ billing: NO_PLAN })
    expect(await banners()).toMatchObject({ billing: 'none' })

    signInTo(GREEN, 'user_rival')
    closes.push($setupBanners.subscribe(() => {}))
    await eventually(() => expect($setupBanners.get()).toMatchObject({ billing: NO_PLAN }))

    forgetBanners('user_owner')
    expect(await banners()).toMatchObject({ billing: NO_PLAN })
  })

  it('is shown again when the trial is about to end', async () => {
    answers.set(`/organizations/${GREEN}`, onTrial(9))
    expect(await banners()).toMatchObject({ billing: { tone: 'warning', about: 'trial' } })
    closeBanner('billing')
    await answer(`/organizations/${GREEN}`, onTrial(8))
    expect($setupBanners.get()).toMatchObject({ billing: 'none' })
    await answer(`/organizations/${GREEN}`, onTrial(3))
    expect($setupBanners.get()).toMatchObject({ billing: { about: 'trial-ends-soon' } })
  })

  it('is shown again when the percentage changes', async () => {
    await banners()
    closeBanner('profile')
    expect($setupBanners.get().profile).toBe('none')
    const profile = await (await server.fetchApi(`/api/v1/organizations/${GREEN}/profile`)).json()
    await answer('/profile', { ...profile, phone: null })
    expect($setupBanners.get()).toMatchObject({ profile: { percentage: 75 } })
  })

  it('is shown again after another admin has left, even if the first one was reviewed', async () => {
    answers.set('/setup-status', { ...setup, last_former_admin_at: LAST })
    await banners()
    closeBanner('access')
    expect($setupBanners.get().access).toBe('none')
    await answer('/setup-status', { ...setup, last_former_admin_at: '2026-11-21T15:00:00.000Z' })
    expect($setupBanners.get()).toMatchObject({ access: { tone: 'warning' } })
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
    storeBanners({ billing: 'none', profile: 'unknown', access: 'none' })
    expect(items.size).toBe(0)
    storeBanners(await banners())
    expect(storedBanners()).toEqual(['billing', 'profile'])
    storeBanners({ billing: 'none', profile: 'none', access: { tone: 'warning', about: '1' } })
    expect(storedBanners()).toEqual(['access'])
    storeBanners({ billing: 'none', profile: 'none', access: 'none' })
    expect(storedBanners()).toEqual([])
  })

  it.each(['{', '7', '{"billing":true}', 'null'])('are none if corrupt: %s', (stored) => {
    stubStorage(stored)
    expect(storedBanners()).toBeNull()
  })
})
