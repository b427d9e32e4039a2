import { eventually } from '../../../support/eventually.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { formOf } from '../../../../src/domain/leads/form.ts'
import { type CacheOwner, responseCache } from '../../../../src/platform/session/response-cache.ts'
import { durableItems } from '../../../../src/platform/storage/durable-item.ts'
import { signOutWarned } from '../../../../src/stores/app/sign-out.ts'
import { countDrafts, resetDrafts } from '../../../../src/stores/base/drafts.ts'
import { clearOutbox, countWaiting } from '../../../../src/stores/base/outbox/outbox.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { keepReply } from '../../../../src/stores/conversations/reply-draft.ts'
import { keepDraft, keepUnsavedLead } from '../../../../src/stores/leads/drafts.ts'
import { submitChange } from '../../../../src/stores/leads/sending.ts'
import { storeOnboardingDraft } from '../../../../src/stores/onboarding/onboarding.ts'
import { changeDraft } from '../../../../src/stores/settings/draft.ts'
import { loadClerk, type SignOutEnd, unloadClerk } from '../../../support/clerk.ts'
import { connectConsole, ORIGIN } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const GREEN = 'org_greenacres'
const QUESTION =
  '1 change has not been sent, 1 message is unfinished, and your settings have unsaved changes. Signing out discards them.'

const server = await sharedServer()
let device: ReturnType<typeof createDevice>
let network: ReturnType<typeof connectConsole>
let clerk: ReturnType<typeof loadClerk>
let replace: ReturnType<typeof vi.fn>

beforeEach(() => {
  network = connectConsole(server)
  clerk = loadClerk()
  replace = vi.fn()
  device = createDevice()
  vi.stubGlobal('localStorage', device.localStorage)
  vi.stubGlobal('location', { href: `${ORIGIN}/leads`, replace })
  signInTo(GREEN)
})
afterEach(async () => {
  await Promise.all(['user_owner', 'user_rival'].map((user) => clearOutbox(user)))
  await forgetDrafts('user_rival')
  await responseCache.clear()
  unloadClerk()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

/** Leaves a change that the server does not have, an unfinished reply, an unsaved setting, and input of the onboarding. */
async function leaveUnsent(): Promise<void> {
  const account = requireAccount()
  network.plan(faults.drop)
  expect(await submitChange(account, { type: 'create', leadId: 'lead_unsent', fields: {} })).toBe('waiting')
  changeDraft(account, () => ({ agent_name: { base: 'Fern', mine: 'Ivy' } }))
  storeOnboardingDraft({ business_name: 'Greener' })
  keepReply(account, 'conv_1', { text: 'Half a sentence' })
  await eventually(async () => expect((await countDrafts(account.userId)).settings).toBe(1))
}

const unsent = async (userId = 'user_owner') => {
  const { settings, onboarding, reply } = await countDrafts(userId)
  return { changes: await countWaiting(userId), settings, onboarding, reply }
}
const ALL = { changes: 1, settings: 1, onboarding: 1, reply: 1 }
const NOTHING = { changes: 0, settings: 0, onboarding: 0, reply: 0 }

it('without unsent input, signs out at once and removes the kept answers', async () => {
  const account = { stamp: 'now', session: { status: 'signed-in' } } as CacheOwner
  await responseCache.write(account, { question: 'leads', updatedAt: 0, data: ['secret'] })
  const confirm = vi.fn()
  expect(await signOutWarned(confirm)).toBe(true)
  expect(confirm).not.toHaveBeenCalled()
  expect(clerk.signOut).toHaveBeenCalledTimes(1)
  expect(replace.mock.calls).toEqual([['/sign-up']])
  expect(await responseCache.read('now')).toBeNull()
})

it('names the unsent input, and keeps it and the session if the user cancels', async () => {
  await leaveUnsent()
  const confirm = vi.fn(() => false)
  expect(await signOutWarned(confirm)).toBe(false)
  expect(confirm.mock.calls).toEqual([[QUESTION]])
  expect(clerk.signOut).not.toHaveBeenCalled()
  expect(replace).not.toHaveBeenCalled()
  expect(await unsent()).toEqual(ALL)
})

it('names notes, tasks, and a new lead that are being written, and removes them', async () => {
  const account = requireAccount()
  keepDraft(account, 'lead_1', { text: 'Half a sentence' })
  keepDraft(account, 'lead_2', { kind: 'task', text: 'Send the' })
  keepDraft(account, 'lead_3', { text: ' ' })
  keepUnsavedLead(account, { ...formOf(null), prospect_name: 'Ann' })
  const confirm = vi.fn(() => false)
  expect(await signOutWarned(confirm)).toBe(false)
  expect(confirm.mock.calls).toEqual([
    ['2 notes or tasks are unfinished, and 1 new lead is not saved. Signing out discards them.'],
  ])
  expect(await signOutWarned(() => true)).toBe(true)
  expect(await countDrafts('user_owner')).toMatchObject({ note: 0, 'new-lead': 0 })
})

it("removes the user's unsent input, and no one else's", async () => {
  signInTo('org_rival', 'user_rival')
  await leaveUnsent()
  signInTo(GREEN)
  await leaveUnsent()
  expect(await signOutWarned(() => true)).toBe(true)
  expect(replace.mock.calls).toEqual([['/sign-up']])
  expect(await unsent()).toEqual(NOTHING)
  expect(await unsent('user_rival')).toEqual(ALL)
})

it.each<SignOutEnd>(['failed', 'still signed in'])(
  'if the session %s, rejects, stays on the page, and removes nothing',
  async (end) => {
    await leaveUnsent()
    clerk.turn(end)
    await expect(signOutWarned(() => true)).rejects.toThrow()
    expect(replace).not.toHaveBeenCalled()
    expect(await unsent()).toEqual(ALL)
  },
)

it('rejects offline before it asks', async () => {
  await leaveUnsent()
  vi.stubGlobal('navigator', { onLine: false })
  const confirm = vi.fn(() => true)
  await expect(signOutWarned(confirm)).rejects.toThrow('Cannot sign out while offline')
  expect(confirm).not.toHaveBeenCalled()
  expect(clerk.signOut).not.toHaveBeenCalled()
  expect(await unsent()).toEqual(ALL)
})

it.each(['fill', 'deny'] as const)('names what the device cannot store (%s)', async (how) => {
  device[how]()
  resetDrafts({ ...durableItems, write: () => Promise.reject(new Error('No')), keys: async () => [] })
  const account = requireAccount()
  keepReply(account, 'conv_1', { text: 'Half a sentence' })
  keepDraft(account, 'lead_1', { text: 'Half a sentence' })
  keepUnsavedLead(account, { ...formOf(null), prospect_name: 'Ann' })
  const confirm = vi.fn((_: string) => false)
  expect(await signOutWarned(confirm)).toBe(false)
  const three = '1 message is unfinished, 1 note or task is unfinished, and 1 new lead is not saved.'
  expect(confirm.mock.lastCall).toEqual([`${three} Signing out discards them.`])
  expect(await signOutWarned(() => true)).toBe(true)
  signInTo(GREEN)
  expect(await signOutWarned(confirm)).toBe(true)

  signInTo(GREEN)
  for (const leave of [
    () => storeOnboardingDraft({ business_name: 'Greener' }),
    () => changeDraft(requireAccount(), () => ({ agent_name: { base: 'Fern', mine: 'Ivy' } })),
  ]) {
    leave()
    expect(await signOutWarned(confirm)).toBe(false)
    expect(confirm.mock.lastCall).toEqual(['Your settings have unsaved changes. Signing out discards them.'])
    expect(await signOutWarned(() => true)).toBe(true)
    signInTo(GREEN)
    expect(await signOutWarned(confirm)).toBe(true)
    signInTo(GREEN)
  }
  expect(confirm).toHaveBeenCalledTimes(3)
})

it('removes what onboarding in version 1 stored for all users of the device', async () => {
  device.items.set('fieldhand.onboarding.org_other', '{"business_name":"Greener"}')
  const confirm = vi.fn(() => true)
  expect(await signOutWarned(confirm)).toBe(true)
  expect(confirm).toHaveBeenCalledWith('Your settings have unsaved changes. Signing out discards them.')
  expect(device.items.has('fieldhand.onboarding.org_other')).toBe(false)
})
