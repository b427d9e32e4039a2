import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formOf } from '../../../../src/domain/leads/form.ts'
import { countDrafts, deleteDrafts, flushDrafts, resetDrafts } from '../../../../src/stores/base/drafts.ts'
import { type Account, requireAccount } from '../../../../src/stores/base/session/account.ts'
import {
  forgetDraft,
  keepDraft,
  keepUnsavedLead,
  leadDraft,
  NO_DRAFT,
  saveDraft,
  unsavedLead,
} from '../../../../src/stores/leads/drafts.ts'
import { createDevice } from '../../../support/device.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const ANN = { ...formOf(null), prospect_name: 'Ann' }

let device: ReturnType<typeof createDevice>
let account: Account

beforeEach(() => {
  device = createDevice()
  vi.stubGlobal('localStorage', device.localStorage)
  signInTo('org_a')
  account = requireAccount()
})
afterEach(async () => {
  await forgetDrafts('user_other')
  signOutNow()
  vi.unstubAllGlobals()
})

const count = async (userId = 'user_owner') => {
  const { note, 'new-lead': leads } = await countDrafts(userId)
  return { note, leads }
}
/** What the page stores when it is left, and nothing else, is there when it loads. */
const reload = () => {
  flushDrafts()
  resetDrafts()
}
const note = () => leadDraft(account, 'lead_1').get()

it.each([
  [
    'a session that expires',
    () => {
      signOutNow()
      signInTo('org_a')
    },
  ],
  [
    'a look at another organization',
    () => {
      signInTo('org_b')
      expect(leadDraft(requireAccount(), 'lead_1').get()).toEqual(NO_DRAFT)
      expect(unsavedLead(requireAccount())).toBeNull()
      signInTo('org_a')
    },
  ],
])('a task and a new lead that are being written survive %s', (_, leave) => {
  keepDraft(account, 'lead_1', { kind: 'task', dueAt: '2031-03-04T14:00:00.000Z' })
  keepDraft(account, 'lead_1', { text: 'Send the' })
  keepUnsavedLead(account, ANN)
  reload()
  leave()
  expect(note()).toEqual({
    kind: 'task',
    text: 'Send the',
    dueAt: '2031-03-04T14:00:00.000Z',
    taskId: null,
  })
  expect(leadDraft(account, 'lead_2').get()).toEqual(NO_DRAFT)
  expect(unsavedLead(account)).toEqual(ANN)
})

it('an empty field and an empty form leave nothing on the device', () => {
  keepDraft(account, 'lead_1', { text: 'Gate' })
  keepDraft(account, 'lead_1', { text: ' ' })
  keepDraft(account, 'lead_2', { text: 'Gate' })
  forgetDraft(account, 'lead_2')
  keepUnsavedLead(account, ANN)
  keepUnsavedLead(account, formOf(null))
  flushDrafts()
  expect([...device.items.keys()]).toEqual([])
  expect(unsavedLead(account)).toBeNull()
})

describe.each(['fill', 'deny'] as const)('on a device whose storage does not answer (%s)', (how) => {
  beforeEach(() => device[how]())
  afterEach(() => deleteDrafts('user_owner'))

  it('they stay in memory, are counted, and are removed by user', async () => {
    keepDraft(account, 'lead_1', { text: 'Gate' })
    keepUnsavedLead(account, ANN)
    expect(note().text).toBe('Gate')
    expect(unsavedLead(account)).toEqual(ANN)
    expect(await count()).toEqual({ note: 1, leads: 1 })
    expect(await count('user_other')).toEqual({ note: 0, leads: 0 })
    keepDraft(account, 'lead_1', { text: ' ' })
    expect(await count()).toEqual({ note: 0, leads: 1 })
    await deleteDrafts('user_owner')
    expect(await count()).toEqual({ note: 0, leads: 0 })
  })

  it('they survive an expired session and a look at another organization', async () => {
    keepDraft(account, 'lead_1', { text: 'Gate' })
    signOutNow()
    signInTo('org_b')
    expect(leadDraft(requireAccount(), 'lead_1').get()).toEqual(NO_DRAFT)
    expect(await count()).toEqual({ note: 1, leads: 0 })
    signInTo('org_a')
    expect(note().text).toBe('Gate')
  })
})

it('what the device has and cannot be read counts as nothing', () => {
  device.items.set('fieldhand.note.user_owner.org_a.lead_1', '{')
  expect(note()).toEqual(NO_DRAFT)
})

it('saving a note empties the field, and keeps what is typed while it is saved', async () => {
  keepDraft(account, 'lead_1', { text: 'Gate code' })
  const { promise, resolve } = Promise.withResolvers<void>()
  const saving = saveDraft(account, 'lead_1', () => promise)
  expect(await count()).toEqual({ note: 0, leads: 0 })
  keepDraft(account, 'lead_1', { text: 'Second' })
  resolve()
  await saving
  expect(note().text).toBe('Second')
})

it('a note that fails to save returns above newer text, in its own organization', async () => {
  keepDraft(account, 'lead_1', { text: 'Gate code' })
  const { promise, reject } = Promise.withResolvers<void>()
  const saving = saveDraft(account, 'lead_1', () => promise)
  keepDraft(account, 'lead_1', { text: 'Second' })
  signInTo('org_b')
  reject(new Error('No'))
  await expect(saving).rejects.toThrow('No')
  expect(leadDraft(requireAccount(), 'lead_1').get()).toEqual(NO_DRAFT)
  signInTo('org_a')
  expect(note().text).toBe('Gate code\nSecond')
})

it('a task that is not saved comes back with its id and its time', async () => {
  const task = { kind: 'task', text: 'Call', dueAt: '2031-03-04T14:00:00.000Z', taskId: 'task_1' } as const
  keepDraft(account, 'lead_1', task)
  await expect(saveDraft(account, 'lead_1', () => Promise.reject(new Error('No')))).rejects.toThrow('No')
  expect(note()).toEqual(task)
})

it('drafts are counted and removed by user', async () => {
  keepDraft(account, 'lead_1', { text: 'Gate' })
  keepUnsavedLead(account, ANN)
  signInTo('org_b', 'user_other')
  keepDraft(requireAccount(), 'lead_1', { text: 'Other' })
  expect(await count()).toEqual({ note: 1, leads: 1 })
  await deleteDrafts('user_owner')
  expect([...device.items.keys()]).toEqual(['fieldhand.note.user_other.org_b.lead_1'])
})
