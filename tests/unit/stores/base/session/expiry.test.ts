import { eventually } from '../../../../support/eventually.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../../src/api/client.ts'
import { fetchLeads } from '../../../../../src/api/leads.ts'
import { signOut } from '../../../../../src/platform/session/session.ts'
import { countDrafts } from '../../../../../src/stores/base/drafts.ts'
import { clearOutbox, countWaiting } from '../../../../../src/stores/base/outbox/outbox.ts'
import { requireAccount } from '../../../../../src/stores/base/session/account.ts'
import { watchSessionExpiry } from '../../../../../src/stores/base/session/expiry.ts'
import { afterSignIn } from '../../../../../src/stores/base/session/session.ts'
import { submitChange } from '../../../../../src/stores/leads/sending.ts'
import { changeDraft } from '../../../../../src/stores/settings/draft.ts'
import { loadClerk, unloadClerk } from '../../../../support/clerk.ts'
import { connectConsole, ORIGIN } from '../../../../support/console.ts'
import { faults } from '../../../../support/faults.ts'
import { forgetDrafts } from '../../../../support/forget-drafts.ts'
import { sharedServer } from '../../../../support/server.ts'
import { signInTo, signOutNow } from '../../../../support/session.ts'

const GREEN = 'org_greenacres'
const HERE = '/leads?status=new#top'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let clerk: ReturnType<typeof loadClerk>
let replace: ReturnType<typeof vi.fn>

beforeAll(async () => {
  watchSessionExpiry()
  watchSessionExpiry()
})

beforeEach(() => {
  network = connectConsole(server)
  clerk = loadClerk()
  replace = vi.fn()
  vi.stubGlobal('location', { href: ORIGIN + HERE, replace })
  signInTo(GREEN)
})
afterEach(async () => {
  await Promise.all([clearOutbox('user_owner'), forgetDrafts()])
  unloadClerk()
  // A sign-out that fails leaves the session as it was.
  await expect(signOut()).rejects.toThrow('Clerk has not loaded')
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

/** Loads the leads with tokens that the server does not accept. */
async function loadUnauthorized(): Promise<void> {
  configure({ getToken: async () => 'expired' })
  await expect(fetchLeads(GREEN, {})).rejects.toMatchObject({ status: 401 })
}

it('leads to the sign-up screen, from which signing in leads back', async () => {
  await loadUnauthorized()
  await eventually(() => expect(replace).toHaveBeenCalled())
  expect(clerk.signOut).toHaveBeenCalledTimes(1)
  const [target] = replace.mock.calls[0] ?? []
  expect(target).toMatch(/^\/sign-up#/)
  expect(afterSignIn(new URL(target, ORIGIN))).toBe(HERE)
})

it('keeps unsent changes and drafts on this device', async () => {
  const account = requireAccount()
  network.plan(faults.drop)
  expect(await submitChange(account, { type: 'create', leadId: 'lead_unsent', fields: {} })).toBe('waiting')
  changeDraft(account, () => ({ agent_name: { base: 'Fern', mine: 'Ivy' } }))
  await loadUnauthorized()
  await eventually(() => expect(replace).toHaveBeenCalled())
  expect(await countWaiting(account.userId)).toBe(1)
  expect((await countDrafts(account.userId)).settings).toBe(1)
})

it('does not end a session that a new token renews', async () => {
  const fresh = await server.tokenFor('owner@fieldhand.test')
  configure({ getToken: async (options) => (options?.fresh ? fresh : 'expired') })
  expect(await fetchLeads(GREEN, {})).not.toEqual([])
  network.plan(faults.forbidden)
  await expect(fetchLeads(GREEN, {})).rejects.toMatchObject({ status: 403 })
  expect(clerk.signOut).not.toHaveBeenCalled()
})

it('does not sign out again while the user is signing out', async () => {
  clerk.turn('pending')
  void signOut()
  await eventually(() => expect(clerk.signOut).toHaveBeenCalled())
  await loadUnauthorized()
  expect(clerk.signOut).toHaveBeenCalledTimes(1)
  expect(replace).not.toHaveBeenCalled()
})

it('signs out at the next refusal if the first attempt failed', async () => {
  clerk.turn('failed')
  await loadUnauthorized()
  await eventually(() => expect(clerk.signOut).toHaveBeenCalledTimes(1))
  expect(replace).not.toHaveBeenCalled()
  clerk.turn('ended')
  await eventually(async () => {
    await loadUnauthorized()
    expect(replace).toHaveBeenCalledTimes(1)
  })
})
