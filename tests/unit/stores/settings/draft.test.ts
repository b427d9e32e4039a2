import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Changes } from '../../../../src/domain/settings/settings.ts'
import {
  $changedFields,
  $conflicts,
  $draftStorage,
  $isDirty,
  $offeredDraft,
  $settings,
  acceptOffer,
  DRAFT_WARNING,
  discard,
  onDraftAtRisk,
  save,
  setField,
} from '../../../../src/stores/settings/settings.ts'
import { until } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const KEY = 'fieldhand.settings.user_owner.org_greenacres'
const BURST = 250

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(async () => {
  scene = settingsScene(server)
  await scene.open()
})
afterEach(() => {
  vi.useRealTimers()
  scene.leave()
})

/** The stored draft, as written. */
const stored = (): Changes | undefined => JSON.parse(scene.device.items.get(KEY) ?? 'null')?.value
const written = (keptAt: string, value: Changes) => JSON.stringify({ keptAt, value })
const someoneSaves = (fields: object) =>
  server.fetchApi('/api/v1/organizations/org_greenacres/profile', {
    method: 'PUT',
    body: JSON.stringify(fields),
  })

describe('a draft', () => {
  it('is stored from the first key on, with only the differences and their base values', () => {
    const before = $settings.get()?.phone
    setField('phone', 'm')
    expect(stored()).toEqual({ phone: { base: before, mine: 'm' } })
  })

  it('is stored once for a burst of keys, and immediately when the page is left', () => {
    vi.useFakeTimers()
    setField('phone', '1')
    setField('phone', '12')
    setField('phone', '123')
    expect(stored()?.phone?.mine).toBe('1')
    vi.advanceTimersByTime(BURST)
    expect(stored()?.phone?.mine).toBe('123')
    setField('phone', '1234')
    setField('phone', '12345')
    scene.tell('pagehide')
    expect(stored()?.phone?.mine).toBe('12345')
  })

  it('is stored when the screen is left', () => {
    setField('phone', '1')
    setField('phone', '12')
    scene.close()
    expect(stored()?.phone?.mine).toBe('12')
  })

  it('is deleted from the device once nothing differs', async () => {
    vi.useFakeTimers()
    const before = $settings.get()?.phone ?? null
    setField('phone', '1')
    await vi.advanceTimersByTimeAsync(BURST)
    setField('phone', before)
    await vi.advanceTimersByTimeAsync(BURST)
    expect(scene.device.items.size + scene.disk.items.size).toBe(0)
  })
})

describe('after a reload or a crash', () => {
  it('the draft is shown again with a notice', async () => {
    setField('phone', 'typed before')
    setField('faqs', [{ key: 'k', question: 'Q', answer: 'A' }])
    scene.crash()
    await scene.open()
    expect($settings.get()).toMatchObject({ phone: 'typed before', faqs: [{ key: 'k', question: 'Q' }] })
    expect($offeredDraft.get()).toMatchObject({ fields: ['phone', 'faqs'] })
    expect(Date.parse($offeredDraft.get()?.keptAt ?? '')).toBeLessThanOrEqual(Date.now())
    acceptOffer()
    expect($offeredDraft.get()).toBeNull()
    expect($isDirty.get()).toBe(true)
  })

  it('it can be discarded for good', async () => {
    const before = $settings.get()?.phone
    setField('phone', 'typed before')
    scene.crash()
    await scene.open()
    discard()
    expect($offeredDraft.get()).toBeNull()
    scene.crash()
    await scene.open()
    expect($settings.get()?.phone).toBe(before)
    expect($isDirty.get()).toBe(false)
  })

  it('typing continues on top of it', async () => {
    setField('phone', 'typed before')
    scene.crash()
    await scene.open()
    setField('email', 'typed@after.test')
    expect(await save()).toEqual({ status: 'saved' })
    expect($settings.get()).toMatchObject({ phone: 'typed before', email: 'typed@after.test' })
    expect($offeredDraft.get()).toBeNull()
  })

  it('fields that someone else saved in between conflict, untouched ones follow', async () => {
    setField('phone', 'mine')
    setField('email', 'mine@x.test')
    scene.crash()
    await someoneSaves({ phone: 'theirs', agent_name: 'theirs' })
    // A freshly loaded page.
    signOutNow()
    signInTo('org_greenacres')
    await scene.open()
    expect($conflicts.get()).toMatchObject([{ field: 'phone', mine: 'mine', theirs: 'theirs' }])
    expect($settings.get()).toMatchObject({ agent_name: 'theirs', email: 'mine@x.test' })
  })

  it('fields that are saved by then are no longer offered', async () => {
    setField('phone', 'the same')
    scene.crash()
    await someoneSaves({ phone: 'the same' })
    signOutNow()
    signInTo('org_greenacres')
    await scene.open()
    expect($offeredDraft.get()).toBeNull()
    expect($isDirty.get()).toBe(false)
    expect(scene.device.items.size).toBe(0)
  })

  it('a draft that only IndexedDB has is found', async () => {
    setField('phone', 'typed last')
    await until(() => scene.disk.items.size > 0)
    scene.device.items.clear()
    scene.crash()
    await scene.open()
    await until(() => $isDirty.get())
    expect($settings.get()?.phone).toBe('typed last')
    expect($offeredDraft.get()).not.toBeNull()
  })

  it('text typed before IndexedDB has responded takes precedence', async () => {
    setField('phone', 'on the disk')
    setField('email', 'on@the.disk')
    scene.tell('pagehide')
    await until(() => scene.disk.items.get(KEY)?.includes('on@the.disk'))
    scene.device.items.clear()
    scene.crash()
    const answer = scene.disk.pause()
    await scene.open()
    setField('phone', 'typed first')
    answer()
    await until(() => $settings.get()?.email === 'on@the.disk')
    expect($settings.get()?.phone).toBe('typed first')
  })

  it('the newer of the two wins', async () => {
    const draft = (keptAt: string, mine: string) => written(keptAt, { phone: { base: 'x', mine } })
    scene.crash()
    scene.device.items.set(KEY, draft('2026-11-20T10:00:00.000Z', 'older'))
    scene.disk.items.set(KEY, draft('2026-11-20T10:00:01.000Z', 'newer'))
    await scene.open()
    await until(() => $settings.get()?.phone === 'newer')
    scene.crash()
    scene.device.items.set(KEY, draft('2026-11-20T10:00:02.000Z', 'newest'))
    await scene.open()
    expect($settings.get()?.phone).toBe('newest')
  })

  it('a draft of version 1 is found', async () => {
    scene.crash()
    const changes = { phone: { base: 'x', mine: 'typed in version 1' } }
    scene.device.items.set(KEY, JSON.stringify({ version: 1, keptAt: '2026-11-20T10:00:00.000Z', changes }))
    await scene.open()
    expect($settings.get()?.phone).toBe('typed in version 1')
    expect($offeredDraft.get()?.keptAt).toBe('2026-11-20T10:00:00.000Z')
  })

  it('it survives signing out and in, and another user never sees it', async () => {
    setField('phone', 'mine alone')
    signOutNow()
    expect($settings.get()).toBeNull()
    signInTo('org_greenacres', 'user_other')
    await until(() => $settings.get() !== null)
    expect($isDirty.get()).toBe(false)
    signInTo('org_greenacres')
    await until(() => $settings.get() !== null)
    expect($settings.get()?.phone).toBe('mine alone')
  })
})

describe('a device that refuses storage', () => {
  it.each([
    ['is full', () => scene.device.fill()],
    ['denies storage', () => scene.device.deny()],
  ])('because it %s: everything works in memory, with one message', async (reason, refuse) => {
    refuse()
    scene.disk.state.isBroken = true
    const warn = vi.fn()
    const stop = onDraftAtRisk(warn)
    setField('phone', 'in memory')
    setField('email', 'in@memory.test')
    await until(() => $draftStorage.get() === 'memory')
    expect($settings.get()).toMatchObject({ phone: 'in memory', email: 'in@memory.test' })
    setField('phone', 'more')
    setField('phone', null)
    scene.tell('pagehide')
    expect(warn.mock.calls).toEqual([[DRAFT_WARNING]])
    scene.device.relent()
    scene.disk.state.isBroken = false
    setField('phone', `saved although it ${reason}`)
    expect(await save()).toEqual({ status: 'saved' })
    stop()
  })

  it('in one place keeps the draft in the other, without a message', async () => {
    scene.device.fill()
    setField('phone', 'on the disk')
    await until(() => scene.disk.items.size > 0)
    expect($draftStorage.get()).toBe('device')
    scene.crash()
    await scene.open()
    await until(() => $settings.get()?.phone === 'on the disk')
  })

  it('stores again once the draft is discarded', async () => {
    scene.device.fill()
    scene.disk.state.isBroken = true
    setField('phone', 'in memory')
    await until(() => $draftStorage.get() === 'memory')
    scene.disk.state.isBroken = false
    discard()
    await until(() => $draftStorage.get() === 'device')
  })
})

describe('a corrupt draft', () => {
  it('is overwritten by typing', async () => {
    scene.crash()
    scene.device.items.set(KEY, '{"version":1,"changes":{"phone":')
    await scene.open()
    setField('phone', 'fine')
    expect(stored()?.phone?.mine).toBe('fine')
  })
})

describe('two tabs', () => {
  const tell = (changes: Changes | null) => {
    const newValue = changes && written(new Date().toISOString(), changes)
    scene.tell('storage', { key: KEY, newValue })
  }

  it('share one draft', () => {
    setField('phone', 'here')
    tell({ phone: { base: null, mine: 'here' }, email: { base: null, mine: 'there' } })
    expect($settings.get()).toMatchObject({ phone: 'here', email: 'there' })
  })

  it("never delete each other's unsaved changes", () => {
    setField('phone', '1')
    setField('agent_name', 'typed here')
    tell({ email: { base: null, mine: 'there' } })
    expect($settings.get()).toMatchObject({ email: 'there', agent_name: 'typed here' })
    scene.tell('pagehide')
    expect(Object.keys(stored() ?? {}).toSorted()).toEqual(['agent_name', 'email'])
  })

  it('are told about a save or a discard in the other', async () => {
    setField('phone', 'saved there')
    scene.tell('pagehide')
    await someoneSaves({ phone: 'saved there' })
    tell(null)
    expect($isDirty.get()).toBe(false)
    await until(() => $settings.get()?.phone === 'saved there')
  })

  it('leave other items alone', () => {
    setField('phone', 'here')
    scene.tell('storage', { key: 'something else', newValue: null })
    scene.tell('storage', { key: null, newValue: null })
    expect($changedFields.get()).toEqual(['phone'])
  })
})
