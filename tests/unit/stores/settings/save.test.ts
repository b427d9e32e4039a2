import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { DEFAULT_HOURS } from '../../../../src/contract/profile.ts'
import { withShift, withShiftAdded } from '../../../../src/domain/settings/hours-rules.ts'
import {
  $conflicts,
  $fieldErrors,
  $isDirty,
  $isEscalationAutoFilled,
  $isSaving,
  $saveFailure,
  $settings,
  discard,
  errorsOf,
  keepMine,
  onSettingsSaved,
  SAVE_TEXTS,
  save,
  setField,
  takeTheirs,
} from '../../../../src/stores/settings/settings.ts'
import { until } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo } from '../../../support/session.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const PATH = '/api/v1/organizations/org_greenacres'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(async () => {
  scene = settingsScene(server)
  await scene.open()
})
afterEach(() => scene.leave())

/** What the server stores, fetched without the console. */
const stored = async (part: string) => (await (await server.fetchApi(`${PATH}/${part}`)).json()) as never
const profile = () => stored('profile') as Promise<Record<string, unknown>>

/** Another person saves fields of the profile. */
const someoneSaves = (fields: object) =>
  server.fetchApi(`${PATH}/profile`, { method: 'PUT', body: JSON.stringify(fields) })

/** Lets the first requests pass and makes the next one fail. */
const failAfter = (count: number, fault: Parameters<typeof scene.network.plan>[0]) => {
  const pass = (request: Request) => Promise.resolve(server.app.api.fetch(request))
  scene.network.plan(...Array.from({ length: count }, () => pass), fault)
}

let serial = 0
/** Changes every part; returns the typed values. */
function typeEverywhere() {
  const text = `typed ${++serial}`
  setField('phone', text)
  setField('faqs', [{ key: 'faq', question: text, answer: 'A' }])
  setField('questions', [{ key: 'question', question_text: text }])
  return text
}

const READS = ['GET faqs', 'GET profile', 'GET qualification-questions']

/**
 * The requests since the screen was opened. The reads before the first change are sent together, in any
 * order.
 */
function sent(): string[] {
  const calls = scene.sent()
  const reads = calls.findIndex((call) => !call.startsWith('GET'))
  return [...calls.slice(0, reads).toSorted(), ...calls.slice(reads)]
}

describe('a save', () => {
  it('sends profile, FAQs, and questions in this order, then reloads the profile', async () => {
    const text = typeEverywhere()
    const saved = vi.fn()
    const stop = onSettingsSaved(saved)
    expect(await save()).toEqual({ status: 'saved' })
    // The reads are sent concurrently, in any order.
    expect(sent()).toEqual([
      ...READS,
      'PUT profile',
      'PUT faqs',
      'PUT qualification-questions',
      'GET profile',
    ])
    expect(await profile()).toMatchObject({ phone: text })
    expect(await stored('faqs')).toMatchObject([{ question: text, answer: 'A', order_index: 0 }])
    expect(await stored('qualification-questions')).toEqual([{ question_text: text, order_index: 0 }])
    expect($isDirty.get()).toBe(false)
    expect($settings.get()).toMatchObject({
      phone: text,
      faqs: [{ key: 'faq' }],
      questions: [{ key: 'question' }],
    })
    await expect.poll(() => scene.device.items.size + scene.disk.items.size).toBe(0)
    expect(saved).toHaveBeenCalledTimes(1)
    stop()
  })

  it('sends only the changed fields of the changed parts', async () => {
    await someoneSaves({ escalation_email: 'set@x.test' })
    setField('phone', 'only this')
    await save()
    expect(scene.sent()).toEqual(['GET profile', 'PUT profile', 'GET profile'])
    expect(await scene.network.requests[1]?.json()).toEqual({ phone: 'only this' })
  })

  it('of the lists does not send the profile', async () => {
    await someoneSaves({ escalation_email: 'set@x.test' })
    setField('questions', [{ key: 'k', question_text: `alone ${++serial}` }])
    expect(await save()).toEqual({ status: 'saved' })
    expect(sent()).toEqual([
      'GET profile',
      'GET qualification-questions',
      'PUT qualification-questions',
      'GET profile',
    ])
  })

  it('of nothing sends nothing', async () => {
    await someoneSaves({ escalation_email: 'set@x.test' })
    expect(await save()).toEqual({ status: 'unchanged' })
    expect(scene.sent()).toEqual(['GET profile'])
  })

  it('includes the email that the console has filled in', async () => {
    await someoneSaves({ escalation_email: null })
    scene.listen($isEscalationAutoFilled)
    expect(await save()).toEqual({ status: 'saved' })
    expect(await profile()).toMatchObject({ escalation_email: 'owner@fieldhand.test' })
    expect($isEscalationAutoFilled.get()).toBe(false)
  })

  it('is sent once, however often it is requested', async () => {
    typeEverywhere()
    const outcomes = await Promise.all([save(), save(), save()])
    expect(outcomes.map(({ status }) => status)).toEqual(['saved', 'busy', 'busy'])
    expect(scene.sent().filter((call) => call === 'PUT profile')).toHaveLength(1)
    expect($isSaving.get()).toBe(false)
  })

  it('without an organization sends nothing and shows the reason', async () => {
    typeEverywhere()
    signInTo(null)
    expect(await save()).toMatchObject({ status: 'failed', failed: [{ reason: 'No organization selected' }] })
    expect(scene.sent().filter((call) => call.startsWith('PUT'))).toEqual([])
  })

  it('keeps what is typed during the save', async () => {
    setField('phone', 'sent')
    failAfter(1, (request) => {
      setField('phone', 'later')
      setField('email', 'meanwhile@x.test')
      expect(discard()).toBeNull()
      return Promise.resolve(server.app.api.fetch(request))
    })
    expect(await save()).toEqual({ status: 'saved' })
    expect(await profile()).toMatchObject({ phone: 'sent' })
    expect($settings.get()).toMatchObject({ phone: 'later' })
    expect($isDirty.get()).toBe(true)
    expect(await save()).toEqual({ status: 'saved' })
    expect(await profile()).toMatchObject({ phone: 'later', email: 'meanwhile@x.test' })
  })

  it('shows the texts of section 8', () => {
    expect(SAVE_TEXTS).toEqual({
      saved: 'Settings saved successfully! Widget will refresh to apply changes',
      failed: 'Failed to save settings. Please try again.',
    })
  })
})

describe('a partial save', () => {
  it.each([
    ['profile', 3, ['faqs', 'questions'], ['PUT profile']],
    ['faqs', 4, ['profile', 'questions'], ['PUT faqs']],
    ['questions', 5, ['profile', 'faqs'], ['PUT qualification-questions']],
  ] as const)(
    'reports that the part %s failed, and sends only that the next time',
    async (part, after, saved, again) => {
      typeEverywhere()
      failAfter(after, faults.serverError)
      const handler = vi.fn()
      const stop = onSettingsSaved(handler)
      expect(await save()).toMatchObject({
        status: 'failed',
        failed: [{ part, reason: 'HTTP 500: Internal Server Error' }],
        saved,
      })
      expect(handler).not.toHaveBeenCalled()
      expect($saveFailure.get()?.failed).toHaveLength(1)
      expect($isDirty.get()).toBe(true)
      expect(scene.device.items.size).toBe(1)
      scene.network.requests.length = 0
      expect(await save()).toEqual({ status: 'saved' })
      expect(scene.sent().filter((call) => call.startsWith('PUT'))).toEqual(again)
      expect($saveFailure.get()).toBeNull()
      expect($isDirty.get()).toBe(false)
      expect(handler).toHaveBeenCalledTimes(1)
      stop()
    },
  )

  it('stops if the rest would fail for the same reason', async () => {
    typeEverywhere()
    failAfter(3, faults.drop)
    expect(await save()).toMatchObject({
      status: 'failed',
      failed: [{ part: 'profile' }, { part: 'faqs' }, { part: 'questions' }],
      saved: [],
    })
    expect(sent()).toEqual([...READS, 'PUT profile'])
  })

  it('that fails before the first request keeps everything', async () => {
    const text = typeEverywhere()
    failAfter(0, faults.drop)
    expect(await save()).toMatchObject({ status: 'failed', saved: [], first: null })
    expect($settings.get()?.phone).toBe(text)
    expect(await save()).toEqual({ status: 'saved' })
  })

  it('that reached the server although its response was lost is not repeated', async () => {
    setField('phone', 'arrived')
    failAfter(1, async (request) => {
      await server.app.api.fetch(request)
      return faults.drop()
    })
    expect(await save()).toMatchObject({ status: 'failed' })
    expect(await save()).toEqual({ status: 'unchanged' })
    expect($isDirty.get()).toBe(false)
  })

  it('whose final reload failed counts as complete', async () => {
    setField('phone', 'saved all the same')
    failAfter(2, faults.serverError)
    expect(await save()).toEqual({ status: 'saved' })
    expect($settings.get()?.phone).toBe('saved all the same')
  })

  it('after the session ended keeps the draft on the device', async () => {
    typeEverywhere()
    configure({ getToken: async () => null })
    expect(await save()).toMatchObject({ status: 'failed' })
    expect(scene.device.items.size).toBe(1)
  })
})

describe('a refusal', () => {
  it('is shown at its fields, and focuses the first one on the screen', async () => {
    setField('email', 'x'.repeat(255))
    setField('business_name', 'x'.repeat(501))
    setField('pricing_notes', 'saved with neither')
    expect(await save()).toMatchObject({
      status: 'failed',
      failed: [{ part: 'profile', reason: 'Must be at most 500 characters' }],
      first: { field: 'business_name' },
    })
    expect($fieldErrors.get()).toEqual([
      { field: 'business_name', entry: null, at: '', message: 'Must be at most 500 characters' },
      { field: 'email', entry: null, at: '', message: 'Must be at most 254 characters' },
    ])
    setField('business_name', 'Short')
    expect($fieldErrors.get().map(({ field }) => field)).toEqual(['email'])
    setField('email', 'ann@x.test')
    expect($fieldErrors.get()).toEqual([])
    expect(await save()).toEqual({ status: 'saved' })
  })

  it('of an entry is shown at that entry, not counting blank ones', async () => {
    setField('faqs', [
      { key: 'blank', question: '', answer: '' },
      { key: 'whole', question: 'Q', answer: 'A' },
      { key: 'half', question: 'Q', answer: '' },
    ])
    expect(await save()).toMatchObject({ first: { field: 'faqs', entry: 'half', at: 'answer' } })
    expect(errorsOf($fieldErrors.get(), 'faqs', 'half')).toHaveLength(1)
    expect(errorsOf($fieldErrors.get(), 'faqs', 'whole')).toEqual([])
    const list = $settings.get()?.faqs ?? []
    setField(
      'faqs',
      list.map((faq) => (faq.key === 'whole' ? { ...faq, answer: 'B' } : faq)),
    )
    expect($fieldErrors.get()).toHaveLength(1)
    setField(
      'faqs',
      list.map((faq) => (faq.key === 'half' ? { ...faq, answer: 'B' } : faq)),
    )
    expect($fieldErrors.get()).toEqual([])
  })

  it.each(['business_hours', 'call_hours'] as const)('of %s that overlap is not sent', async (field) => {
    const hours = withShiftAdded(DEFAULT_HOURS, 'monday')
    const message = 'Hours of a day must be in order and must not overlap'
    setField(field, withShift(hours, 'monday', 1, { openTime: '16:00' }))
    setField('faqs', [{ key: 'whole', question: 'Q', answer: field }])
    expect(await save()).toMatchObject({
      saved: ['faqs'],
      failed: [{ part: 'profile', reason: message }],
      first: { field, message },
    })
    expect(scene.sent()).not.toContain('PUT profile')
    setField(field, withShift(hours, 'monday', 1, { openTime: '22:00', closeTime: '02:00' }))
    expect(await save()).toEqual({ status: 'saved' })
  })
})

describe('after someone else has saved', () => {
  it('other fields, both values stay', async () => {
    setField('phone', 'mine')
    await someoneSaves({ agent_name: 'theirs' })
    expect(await save()).toEqual({ status: 'saved' })
    expect(await profile()).toMatchObject({ phone: 'mine', agent_name: 'theirs' })
    expect($settings.get()).toMatchObject({ phone: 'mine', agent_name: 'theirs' })
  })

  it('the same field, nothing is sent until it is resolved with mine', async () => {
    const before = $settings.get()?.phone
    setField('phone', 'mine again')
    setField('pricing_notes', 'more')
    await someoneSaves({ phone: 'theirs' })
    expect(await save()).toEqual({ status: 'conflicts' })
    expect(scene.sent().filter((call) => call.startsWith('PUT'))).toEqual([])
    expect($conflicts.get()).toEqual([{ field: 'phone', base: before, mine: 'mine again', theirs: 'theirs' }])
    expect(await save()).toEqual({ status: 'conflicts' })
    keepMine('phone')
    expect($conflicts.get()).toEqual([])
    expect(await save()).toEqual({ status: 'saved' })
    expect(await profile()).toMatchObject({ phone: 'mine again', pricing_notes: 'more' })
  })

  it('the same field, or until it is resolved with theirs', async () => {
    setField('phone', 'mine, given up')
    await someoneSaves({ phone: 'theirs, taken' })
    await save()
    takeTheirs('phone')
    expect($isDirty.get()).toBe(false)
    expect($settings.get()?.phone).toBe('theirs, taken')
  })

  it('the same list, it is a conflict of the list', async () => {
    setField('questions', [{ key: 'k', question_text: 'mine?' }])
    const body = JSON.stringify([{ question_text: 'theirs?', order_index: 0 }])
    await server.fetchApi(`${PATH}/qualification-questions`, { method: 'PUT', body })
    expect(await save()).toEqual({ status: 'conflicts' })
    expect($conflicts.get()).toMatchObject([{ field: 'questions', theirs: [{ question_text: 'theirs?' }] }])
    keepMine('questions')
    expect(await save()).toEqual({ status: 'saved' })
    expect(await stored('qualification-questions')).toEqual([{ question_text: 'mine?', order_index: 0 }])
  })

  it('once more after mine was kept, it asks again', async () => {
    setField('phone', 'mine for good')
    await someoneSaves({ phone: 'theirs 1' })
    await save()
    keepMine('phone')
    await someoneSaves({ phone: 'theirs 2' })
    expect(await save()).toEqual({ status: 'conflicts' })
    expect($conflicts.get()).toMatchObject([{ theirs: 'theirs 2' }])
  })
})

describe('another organization', () => {
  it('chosen during a save gets none of it', async () => {
    setField('phone', 'for Green Acres')
    const saving = save()
    signInTo('org_freshcut')
    expect(await saving).toEqual({ status: 'saved' })
    await until(() => $settings.get() !== null)
    expect($settings.get()?.phone).not.toBe('for Green Acres')
    expect(await profile()).toMatchObject({ phone: 'for Green Acres' })
    expect(
      scene.network.requests.every(({ url, method }) => method === 'GET' || url.includes('greenacres')),
    ).toBe(true)
  })

  it('shows no failure of the first', async () => {
    typeEverywhere()
    failAfter(3, faults.serverError)
    await save()
    signInTo('org_freshcut')
    expect($saveFailure.get()).toBeNull()
    expect($fieldErrors.get()).toEqual([])
  })
})
