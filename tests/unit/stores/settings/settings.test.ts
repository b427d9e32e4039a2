import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { DEFAULT_PROFILE, type Profile } from '../../../../src/contract/profile.ts'
import { STARTER_FAQS } from '../../../../src/domain/settings/starter-pack.ts'
import {
  $changedFields,
  $conflicts,
  $faqsProblem,
  $isDirty,
  $isEscalationAutoFilled,
  $isEscalationPending,
  $questionsProblem,
  $settings,
  $settingsLoad,
  addFaq,
  addQuestion,
  addStarterPack,
  canRemove,
  changeEntry,
  discard,
  exportFaqs,
  hintStore,
  importFaqs,
  moveTo,
  removeAll,
  removeFrom,
  save,
  setField,
} from '../../../../src/stores/settings/settings.ts'
import { eventually, until } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { setSession, signInTo, signOutNow } from '../../../support/session.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(() => {
  scene = settingsScene(server)
})
afterEach(() => scene.leave())

const faqs = () => $settings.get()?.faqs ?? []
const questions = () => $settings.get()?.questions ?? []

describe('the settings', () => {
  it("are the server's values, without changes", async () => {
    await scene.open()
    const profile = await (await server.fetchApi('/api/v1/organizations/org_greenacres/profile')).json()
    expect($settings.get()).toMatchObject({
      ...(profile as object),
      escalation_email: 'owner@fieldhand.test',
    })
    expect($isEscalationAutoFilled.get()).toBe(true)
    expect(faqs().length).toBeGreaterThan(0)
    expect($isDirty.get()).toBe(false)
    expect(scene.device.items.size).toBe(0)
  })

  it('say that a phone number may be incomplete once its parser has loaded', async () => {
    await scene.open()
    const hints: (string | undefined)[] = []
    const stop = hintStore('phone').subscribe((hint) => hints.push(hint?.message))
    setField('phone', '555')
    await eventually(() => expect(hints.at(-1)).toBe('This may not be a complete phone number'))
    setField('phone', '+44 20 7946 0958')
    expect(hints.at(-1)).toBeUndefined()
    setField('phone', 'x'.repeat(5_000))
    expect(hints.at(-1)).toMatch(/too long$/)
    stop()
  })

  it('fail with the reason and load after a retry', async () => {
    scene.network.plan(faults.forbidden, faults.forbidden, faults.forbidden)
    configure({ getToken: async () => 'token' })
    scene.listen($faqsProblem, $questionsProblem)
    const opened = scene.open()
    await until(
      () => $settingsLoad.get().status === 'failed' && $faqsProblem.get() && $questionsProblem.get(),
    )
    expect($settingsLoad.get().error?.message).toBe('Not yours')
    configure({ getToken: () => server.tokenFor('owner@fieldhand.test') })
    $settingsLoad.get().retry()
    await opened
    await until(() => $settingsLoad.get().status === 'ready')
    await until(() => $faqsProblem.get() === null && $questionsProblem.get() === null)
  })

  it('work without a list that cannot be loaded and keep its draft', async () => {
    await scene.open()
    const before = faqs().length
    addFaq()
    scene.crash()
    signOutNow()
    signInTo('org_greenacres')
    const onlyFaqsFail = (request: Request) =>
      request.url.endsWith('/faqs') ? faults.forbidden() : server.app.api.fetch(request)
    scene.network.plan(...Array.from({ length: 3 }, () => onlyFaqsFail))
    scene.listen($faqsProblem, $questionsProblem)
    await scene.open()
    expect($settingsLoad.get().status).toBe('ready')
    expect($faqsProblem.get()).toMatchObject({
      title: 'Failed to load frequently asked questions',
      reason: 'Not yours',
    })
    expect($questionsProblem.get()).toBeNull()
    expect(questions().length).toBeGreaterThan(0)
    await until(() => $changedFields.get().includes('faqs'))
    expect($conflicts.get()).toEqual([])
    $faqsProblem.get()?.onRetry()
    await until(() => $faqsProblem.get() === null)
    expect([faqs().length, $conflicts.get()]).toEqual([before + 1, []])
  })

  it('without an organization show that and accept nothing', async () => {
    signInTo(null)
    const close = $settingsLoad.subscribe(() => {})
    expect($settingsLoad.get()).toMatchObject({
      status: 'failed',
      error: { message: 'No organization selected' },
    })
    setField('phone', '1')
    expect($isDirty.get()).toBe(false)
    close()
  })

  it('show before the account is known, without a conflict or a change once it fills in the address', async () => {
    await scene.open()
    setField('escalation_email', 'typed@x.test')
    scene.crash()
    signOutNow()
    setSession({
      status: 'signed-in',
      user: { id: 'user_owner', email: '', name: '' },
      organization: { id: 'org_greenacres', name: '' },
    })
    scene.listen($isEscalationPending)
    await scene.open()
    await until(() => $settings.get()?.escalation_email === 'typed@x.test')
    expect([$isEscalationPending.get(), $conflicts.get()]).toEqual([true, []])
    discard()
    expect($settings.get()?.escalation_email).toBeFalsy()
    expect([$isDirty.get(), $isEscalationAutoFilled.get()]).toEqual([false, false])
    setField('phone', 'typed meanwhile')
    signInTo('org_greenacres')
    expect($settings.get()).toMatchObject({
      escalation_email: 'owner@fieldhand.test',
      phone: 'typed meanwhile',
    })
    expect([$isEscalationPending.get(), $isEscalationAutoFilled.get()]).toEqual([false, true])
    expect([$changedFields.get(), $conflicts.get()]).toEqual([['phone'], []])
  })

  it('of another organization are separate, drafts too', async () => {
    await scene.open()
    setField('phone', 'of Green Acres')
    signInTo('org_freshcut')
    expect($settings.get()).toBeNull()
    await until(() => $settings.get() !== null)
    expect($isDirty.get()).toBe(false)
    expect($settings.get()?.phone).not.toBe('of Green Acres')
    setField('phone', 'of Fresh Cut')
    signInTo('org_greenacres')
    await until(() => $settings.get() !== null)
    expect($settings.get()?.phone).toBe('of Green Acres')
    expect($changedFields.get()).toEqual(['phone'])
  })
})

describe('typing', () => {
  it.each(Object.keys(DEFAULT_PROFILE) as (keyof Profile)[])(
    '%s creates an unsaved change and removes it again',
    async (field) => {
      await scene.open()
      const before = $settings.get()?.[field]
      setField(field, other(before) as never)
      expect($changedFields.get()).toEqual([field])
      expect($settings.get()?.[field]).toEqual(other(before))
      setField(field, before as never)
      expect($isDirty.get()).toBe(false)
    },
  )

  it('is undone by a discard, which can be undone too', async () => {
    await scene.open()
    const before = $settings.get()
    setField('phone', '1')
    addFaq()
    const undo = discard()
    expect($settings.get()).toEqual(before)
    expect($isDirty.get()).toBe(false)
    setField('email', 'since@x.test')
    undo?.()
    expect($changedFields.get().toSorted()).toEqual(['email', 'faqs', 'phone'])
    expect($settings.get()).toMatchObject({ phone: '1', email: 'since@x.test' })
    expect(discard()).not.toBeNull()
    expect(discard()).toBeNull()
  })
})

describe('lists', () => {
  it('are added to, changed and moved', async () => {
    await scene.open()
    const length = faqs().length
    const key = addFaq() ?? ''
    changeEntry('faqs', key, { question: 'Q', answer: 'A' })
    expect(faqs()[0]).toEqual({ key, question: 'Q', answer: 'A' })
    moveTo('faqs', key, length)
    expect(faqs().at(-1)?.key).toBe(key)
    expect(faqs()).toHaveLength(length + 1)
    removeFrom('faqs', key)
    expect($isDirty.get()).toBe(false)
  })

  it('undo a move, whatever was typed since, and do nothing if no entry moves', async () => {
    await scene.open()
    const keys = () => faqs().map(({ key }) => key)
    const before = keys()
    const [first = '', second = ''] = before
    const undo = moveTo('faqs', first, 2)
    expect(keys().indexOf(first)).toBe(2)
    changeEntry('faqs', second, { answer: 'typed since' })
    undo?.()
    expect(keys()).toEqual(before)
    expect(faqs()[1]?.answer).toBe('typed since')
    expect(moveTo('faqs', first, -1)).toBeNull()
    expect(moveTo('faqs', 'unknown', 1)).toBeNull()
  })

  it('restore a removed entry, whatever was typed since', async () => {
    await scene.open()
    const [first, second] = faqs()
    const undo = removeFrom('faqs', first?.key ?? '')
    changeEntry('faqs', second?.key ?? '', { answer: 'typed since' })
    undo?.()
    expect(faqs().slice(0, 2)).toEqual([first, { ...second, answer: 'typed since' }])
  })

  it('of another organization restore nothing', async () => {
    await scene.open()
    const undo = removeFrom('faqs', faqs()[0]?.key ?? '')
    signInTo('org_freshcut')
    await until(() => $settings.get() !== null)
    const before = faqs()
    undo?.()
    expect(faqs()).toBe(before)
  })

  it('of qualification questions keep the last one', async () => {
    await scene.open()
    while (questions().length > 1) removeFrom('questions', questions()[0]?.key ?? '')
    expect(canRemove('questions', 1)).toBe(false)
    expect(removeFrom('questions', questions()[0]?.key ?? '')).toBeNull()
    expect(questions()).toHaveLength(1)
    addQuestion()
    expect(canRemove('questions', 2)).toBe(true)
  })

  it('can be imported from a file, which can be undone', async () => {
    await scene.open()
    const before = faqs()
    const { added, issues } = importFaqs('Question,Answer\nNew?,Yes\nNo answer\n')
    expect(added).toHaveLength(1)
    expect(issues).toEqual([{ line: 3, message: 'The answer is missing' }])
    expect(exportFaqs()).toContain('New?,Yes\r\n')
    removeAll('faqs', added)
    expect(faqs()).toEqual(before)
    expect($isDirty.get()).toBe(false)
  })

  it('can start from the starter pack, once', async () => {
    await scene.open()
    removeAll(
      'faqs',
      faqs().map(({ key }) => key),
    )
    expect(addStarterPack('faqs')).toHaveLength(STARTER_FAQS.length)
    expect(addStarterPack('faqs')).toEqual([])
    expect(addStarterPack('questions').length).toBeGreaterThan(0)
  })

  it('handle 300 FAQs and 2,000 ZIP codes', async () => {
    await scene.open()
    const answer = 'We come every week. '.repeat(20)
    const text = Array.from({ length: 300 }, (_, index) => `Question ${index}?,${answer}`).join('\n')
    const zipCodes = Array.from({ length: 2_000 }, (_, index) => String(10_000 + index))
    importFaqs(text)
    setField('service_area_zipcodes', zipCodes)
    const key = faqs()[5]?.key ?? ''
    for (let index = 0; index < 100; index++) changeEntry('faqs', key, { answer: `typed ${index}` })
    expect(await save()).toEqual({ status: 'saved' })
    expect($isDirty.get()).toBe(false)
    expect($settings.get()?.service_area_zipcodes).toEqual(zipCodes)
    expect(faqs()[5]).toMatchObject({ key, answer: 'typed 99' })
    const stored = await server.fetchApi('/api/v1/organizations/org_greenacres/faqs')
    expect(await stored.json()).toHaveLength(faqs().length)
  })
})

function other(value: unknown): unknown {
  if (typeof value === 'boolean') return !value
  if (typeof value === 'number') return value + 1
  if (typeof value === 'string') return `${value} changed`
  if (Array.isArray(value)) return typeof value[0] === 'object' ? value.slice(1) : [...value, 'changed']
  return typeof value === 'object' && value !== null ? { ...value, full_address: 'changed' } : 'set'
}
