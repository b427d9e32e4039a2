import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { NO_PRIVATE_NOTES } from '../../../../src/domain/settings/save-plan.ts'
import {
  $changedFields,
  $conflicts,
  $fieldErrors,
  $hasPrivateNotes,
  $settings,
  discard,
  keepMine,
  movedSentences,
  movePrivate,
  privateSentences,
  save,
  sectionsWithPrivate,
  setField,
  takeTheirs,
  undoMove,
} from '../../../../src/stores/settings/settings.ts'
import { until } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo } from '../../../support/session.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const PATH = '/api/v1/organizations/org_greenacres/profile'
const PUBLIC = 'Mowing is $45 a visit.'
const PRIVATE = "Don't go below $38."

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

const stored = async () => (await server.fetchApi(PATH)).json() as Promise<Record<string, unknown>>
const someoneSaves = (fields: object) =>
  server.fetchApi(PATH, { method: 'PUT', body: JSON.stringify(fields) })
const shown = () => {
  const { pricing_notes, private_notes, prompt_summary } = $settings.get() ?? {}
  return { pricing_notes, private_notes, prompt_summary }
}
const hinted = () => privateSentences.pricing_notes.get()
const moved = () => movedSentences.pricing_notes.get()

async function open(fields: object = {}): Promise<void> {
  await someoneSaves({ private_notes: null, prompt_summary: null, escalation_email: 'set@x.test', ...fields })
  await scene.open()
  scene.listen(
    $hasPrivateNotes,
    ...Object.values(privateSentences),
    ...Object.values(movedSentences),
    ...Object.values(sectionsWithPrivate),
  )
}

/** From now on, responses lack the private notes, and the server doesn't store them. */
function lackPrivateNotes(): void {
  const without = async (request: Request) => {
    const response = await server.app.api.fetch(request)
    if (!request.url.endsWith('/profile')) return response
    const { private_notes: _, ...profile } = await response.json()
    return Response.json(profile)
  }
  scene.network.plan(...Array.from({ length: 9 }, () => without))
}

beforeEach(() => {
  scene = settingsScene(server)
})
afterEach(() => scene.leave())

describe('sentences that look private', () => {
  it('are shown for each text that the agent reads, stored or typed', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    expect(hinted()).toEqual([PRIVATE])
    expect(sectionsWithPrivate.pricing.get()).toBe(true)
    expect(sectionsWithPrivate.voice.get()).toBe(false)
    setField('prompt_summary', 'Margin is 35%.')
    expect(privateSentences.prompt_summary.get()).toEqual(['Margin is 35%.'])
    expect(sectionsWithPrivate.voice.get()).toBe(true)
    setField('pricing_notes', PUBLIC)
    expect(hinted()).toEqual([])
    expect(moved()).toBe(0)
  })

  it('move to the private notes, and one save stores both texts', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}`, private_notes: 'Gate code 12.' })
    movePrivate('pricing_notes')
    expect(shown()).toMatchObject({ pricing_notes: PUBLIC, private_notes: `Gate code 12.\n\n${PRIVATE}` })
    expect([hinted(), moved()]).toEqual([[], 1])
    expect(await stored()).toMatchObject({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    setField('private_notes', `Gate code 12.\n\n${PRIVATE} Really.`)
    expect(await save()).toEqual({ status: 'saved' })
    expect(scene.sent()).toEqual(['GET profile', 'PUT profile', 'GET profile'])
    expect(await stored()).toMatchObject({
      pricing_notes: PUBLIC,
      private_notes: `Gate code 12.\n\n${PRIVATE} Really.`,
    })
    expect(moved()).toBe(0)
    setField('private_notes', 'Edited later')
    expect(moved()).toBe(0)
  })

  it('move back, exactly', async () => {
    const before = { pricing_notes: ` ${PUBLIC}\n\n\n${PRIVATE}\t`, private_notes: 'Gate code 12. \n' }
    await open(before)
    movePrivate('pricing_notes')
    undoMove('pricing_notes')
    expect(shown()).toMatchObject(before)
    expect($changedFields.get()).toEqual([])
    expect([hinted(), moved()]).toEqual([[PRIVATE], 0])
    undoMove('pricing_notes')
    expect($changedFields.get()).toEqual([])
  })

  it('move back from a text that contains nothing else', async () => {
    await open({ pricing_notes: null })
    setField('pricing_notes', PRIVATE)
    movePrivate('pricing_notes')
    expect($changedFields.get()).toEqual(['private_notes'])
    undoMove('pricing_notes')
    expect(shown()).toMatchObject({ pricing_notes: PRIVATE, private_notes: null })
  })

  it('move back without what was typed since then', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    movePrivate('pricing_notes')
    setField('prompt_summary', 'Margin is 35%.')
    movePrivate('prompt_summary')
    setField('pricing_notes', 'New prices.')
    setField('private_notes', `${shown().private_notes}\n\nMore.`)
    undoMove('pricing_notes')
    expect(shown()).toEqual({
      pricing_notes: `New prices.\n\n${PRIVATE}`,
      private_notes: 'Margin is 35%.\n\nMore.',
      prompt_summary: null,
    })
    expect(movedSentences.prompt_summary.get()).toBe(1)
  })

  it('survive a crash, and are not undone after the draft is discarded', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    movePrivate('pricing_notes')
    await until(() => scene.device.items.size + scene.disk.items.size > 0)
    scene.crash()
    await scene.open()
    expect(shown()).toMatchObject({ pricing_notes: PUBLIC, private_notes: PRIVATE })
    discard()
    scene.listen(movedSentences.pricing_notes)
    expect(shown()).toMatchObject({ pricing_notes: `${PUBLIC} ${PRIVATE}`, private_notes: null })
    setField('private_notes', 'Other')
    expect(moved()).toBe(0)
  })

  it('of one organization are not moved back in another, which has a draft too', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    const enter = async (organizationId: string) => {
      signInTo(organizationId)
      await until(() => $settings.get() !== null)
    }
    await enter('org_freshcut')
    setField('private_notes', 'Fresh')
    await enter('org_greenacres')
    movePrivate('pricing_notes')
    await enter('org_freshcut')
    expect(moved()).toBe(0)
    undoMove('pricing_notes')
    expect(shown()).toMatchObject({ pricing_notes: null, private_notes: 'Fresh' })
    discard()
  })

  it('that are too many for the private notes are kept as a draft, with the reason', async () => {
    const full = 'x'.repeat(LIMITS.longText)
    await open({ pricing_notes: PRIVATE, private_notes: full })
    movePrivate('pricing_notes')
    expect(await save()).toMatchObject({ status: 'failed', first: { field: 'private_notes' } })
    expect(shown()).toMatchObject({ pricing_notes: '', private_notes: `${full}\n\n${PRIVATE}` })
    expect(await stored()).toMatchObject({ pricing_notes: PRIVATE, private_notes: full })
    undoMove('pricing_notes')
    expect($changedFields.get()).toEqual([])
  })

  it('are not looked for in a text that is too long to be saved', async () => {
    await open({ pricing_notes: null })
    setField('pricing_notes', `${PRIVATE} `.repeat(LIMITS.longText))
    expect(hinted()).toEqual([])
    setField('pricing_notes', null)
  })
})

describe('two members', () => {
  it('who move the same sentences have no conflict', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    movePrivate('pricing_notes')
    await someoneSaves({ pricing_notes: PUBLIC, private_notes: PRIVATE })
    expect(await save()).toEqual({ status: 'unchanged' })
    expect(await stored()).toMatchObject({ pricing_notes: PUBLIC, private_notes: PRIVATE })
  })

  it('who change them at once decide for each field, before anything is sent', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    movePrivate('pricing_notes')
    await someoneSaves({ pricing_notes: `${PUBLIC} ${PRIVATE} More.`, private_notes: 'Theirs' })
    expect(await save()).toEqual({ status: 'conflicts' })
    expect($conflicts.get().map(({ field }) => field)).toEqual(['private_notes', 'pricing_notes'])
    keepMine('private_notes')
    takeTheirs('pricing_notes')
    expect(await save()).toEqual({ status: 'saved' })
    expect(await stored()).toMatchObject({
      pricing_notes: `${PUBLIC} ${PRIVATE} More.`,
      private_notes: PRIVATE,
    })
  })
})

describe('an API without private notes', () => {
  it('hides them, and what looks private', async () => {
    await someoneSaves({ pricing_notes: `${PUBLIC} ${PRIVATE}`, private_notes: 'Hidden' })
    lackPrivateNotes()
    await scene.open()
    scene.listen($hasPrivateNotes, privateSentences.pricing_notes)
    expect($hasPrivateNotes.get()).toBe(false)
    expect(hinted()).toEqual([])
    movePrivate('pricing_notes')
    expect($changedFields.get()).toEqual([])
  })

  it('does not make a draft of them look saved', async () => {
    await open({ pricing_notes: `${PUBLIC} ${PRIVATE}` })
    movePrivate('pricing_notes')
    lackPrivateNotes()
    expect(await save()).toMatchObject({ status: 'failed', first: { field: 'private_notes' } })
    expect($fieldErrors.get()).toMatchObject([{ field: 'private_notes', message: NO_PRIVATE_NOTES }])
    expect(scene.sent()).not.toContain('PUT profile')
    expect($hasPrivateNotes.get()).toBe(true)
    undoMove('pricing_notes')
    expect($hasPrivateNotes.get()).toBe(false)
    expect($changedFields.get()).toEqual([])
  })
})
