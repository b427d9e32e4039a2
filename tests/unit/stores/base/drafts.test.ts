import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { DurableItems } from '../../../../src/platform/storage/durable-item.ts'
import { countDrafts, deleteDrafts, resetDrafts } from '../../../../src/stores/base/drafts.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { keepReply, NO_REPLY, replyDraft } from '../../../../src/stores/conversations/reply-draft.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const KEY = 'fieldhand.reply.user_owner.org_a.conv_1'
const OLD = '2026-11-20T10:00:00.000Z'

let device: ReturnType<typeof createDevice>
let items: Map<string, string>
const tabs = new Map<string, (event: unknown) => void>()

beforeEach(() => {
  device = createDevice()
  items = new Map()
  const disk: DurableItems = {
    read: async (key) => items.get(key) ?? null,
    write: async (key, value) => void items.set(key, value),
    remove: async (key) => void items.delete(key),
    keys: async () => [...items.keys()],
  }
  vi.stubGlobal('localStorage', device.localStorage)
  vi.stubGlobal('addEventListener', (name: string, listen: (event: unknown) => void) =>
    tabs.set(name, listen),
  )
  vi.stubGlobal('removeEventListener', (name: string) => tabs.delete(name))
  resetDrafts(disk)
  signInTo('org_a')
})
afterEach(async () => {
  await forgetDrafts()
  signOutNow()
  vi.unstubAllGlobals()
})

const reply = () => replyDraft(requireAccount(), 'conv_1').get()
const stored = (keptAt: string, text: string) => JSON.stringify({ keptAt, value: { text, isNote: false } })

it('is in both storages after the first key', async () => {
  keepReply(requireAccount(), 'conv_1', { text: 'H' })
  expect(JSON.parse(device.items.get(KEY) ?? '').value).toEqual({ text: 'H', isNote: false })
  await eventually(() => expect(items.get(KEY)).toBe(device.items.get(KEY)))
})

it('leaves both at once when it is sent, even within a burst of keys', async () => {
  keepReply(requireAccount(), 'conv_1', { text: 'H' })
  keepReply(requireAccount(), 'conv_1', { text: 'Hi' })
  keepReply(requireAccount(), 'conv_1', { text: '' })
  expect(device.items.size).toBe(0)
  await eventually(() => expect(items.size).toBe(0))
})

it('of version 1 is read', () => {
  device.items.set(KEY, 'nFor the team')
  expect(reply()).toEqual({ text: 'For the team', isNote: true })
})

it.each([
  ['only the durable storage has it', null],
  ['the other storage has an older one', stored(OLD, 'We can')],
  ['the other storage has one of version 1', 'rWe can'],
])('is recovered if %s', async (_, older) => {
  if (older) device.items.set(KEY, older)
  items.set(KEY, stored('2026-11-20T10:00:01.000Z', 'We can come'))
  expect(reply().text).toBe(older ? 'We can' : '')
  await eventually(() => expect(reply().text).toBe('We can come'))
})

it('is replaced neither by an older one, nor while something else is typed', async () => {
  const at = (id: string) => replyDraft(requireAccount(), id)
  for (const id of ['conv_1', 'conv_2', 'conv_3'])
    items.set(KEY.replace('conv_1', id), stored(OLD, 'On the disk'))
  device.items.set(KEY, stored('2026-11-20T10:00:01.000Z', 'Newer'))
  expect(reply().text).toBe('Newer')
  keepReply(requireAccount(), 'conv_2', { text: 'Typed' })
  const $last = at('conv_3')
  await eventually(() => expect($last.get().text).toBe('On the disk'))
  expect([reply().text, at('conv_2').get().text]).toEqual(['Newer', 'Typed'])
})

it('follows other tabs', () => {
  expect(reply()).toEqual(NO_REPLY)
  tabs.get('storage')?.({ key: KEY, newValue: stored(OLD, 'From there') })
  expect(reply().text).toBe('From there')
  tabs.get('storage')?.({ key: KEY, newValue: null })
  expect(reply()).toEqual(NO_REPLY)
})

it('is counted and removed although no screen has opened it', async () => {
  items.set(KEY, stored(OLD, 'Only here'))
  device.items.set('fieldhand.note.user_owner.org_b.lead_1', '{"text":"Gate"}')
  device.items.set('fieldhand.note.user_other.org_b.lead_1', '{"text":"Gate"}')
  expect(await countDrafts('user_owner')).toMatchObject({ reply: 1, note: 1, settings: 0 })
  await deleteDrafts('user_owner', 'org_a')
  expect(await countDrafts('user_owner')).toMatchObject({ reply: 0, note: 1 })
  await deleteDrafts('user_owner')
  expect([...items.keys(), ...device.items.keys()]).toEqual(['fieldhand.note.user_other.org_b.lead_1'])
})
