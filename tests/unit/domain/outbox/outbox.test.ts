import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  applyOutbox,
  applySent,
  elsewhereText,
  type LeadChange,
  type MadeChange,
  removedText,
  restoredText,
  waitingText,
} from '../../../../src/domain/outbox/outbox.ts'
import { buildLead } from '../../../support/build-lead.ts'

const AT = '2026-11-20T15:00:00.000Z'
const made = (...changes: LeadChange[]): MadeChange[] => changes.map((change) => ({ change, madeAt: AT }))
const leads = [
  buildLead({ id: 'a', created_at: '2026-11-03T00:00:00.000Z' }),
  buildLead({ id: 'b', status: 'lost', loss_reason: 'Too dear', created_at: '2026-11-02T00:00:00.000Z' }),
  buildLead({ id: 'c', notes: 'Gate code 1', created_at: '2026-11-01T00:00:00.000Z' }),
]
const ids = (list: { id: string }[]) => list.map(({ id }) => id)

describe('the texts', () => {
  it.each([
    [0, null],
    [1, '1 change will send when you are back online'],
    [2, '2 changes will send when you are back online'],
    [1_000, '1,000 changes will send when you are back online'],
  ])('for %d pending changes', (count, text) => {
    expect(waitingText(Array(count).fill({}))).toBe(text)
  })

  it.each([
    [[{ reason: 'HTTP 404: Not Found' }], '1 change is only on this device'],
    [[{}, { reason: 'HTTP 404: Not Found' }], '2 changes are only on this device'],
  ])('for changes that the server did not accept: %j', (changes, text) => {
    expect(waitingText(changes)).toBe(text)
  })
})

it.each([
  [{ waiting: 3, refused: 0 }, 'Green Acres', '3 changes in Green Acres are waiting to be sent'],
  [{ waiting: 1, refused: 2 }, 'Green Acres', '1 change in Green Acres is waiting to be sent'],
  [{ waiting: 0, refused: 1 }, 'Green Acres', '1 change in Green Acres was not accepted'],
  [{ waiting: 0, refused: 2 }, undefined, '2 changes in another organization were not accepted'],
])('changes elsewhere: %j', (changes, name, text) => {
  expect(elsewhereText({ organizationId: 'org_a', ...changes }, name)).toBe(text)
})

describe('pending changes over a list', () => {
  it('return the same list if there are none', () => {
    expect(applyOutbox(leads, [])).toBe(leads)
  })

  it('set a status and clear the loss reason if the lead is no longer lost', () => {
    const [a, b] = applyOutbox(
      leads,
      made(
        { type: 'status', leadId: 'a', status: 'lost', loss_reason: 'Moved', notes: 'Called twice' },
        { type: 'status', leadId: 'b', status: 'converted' },
      ),
    )
    expect(a).toMatchObject({ status: 'lost', loss_reason: 'Moved', notes: 'Called twice', updated_at: AT })
    expect(b).toMatchObject({ status: 'converted', loss_reason: null, notes: null })
  })

  it('keep the reason of a lead that stays lost', () => {
    const [, b] = applyOutbox(leads, made({ type: 'status', leadId: 'b', status: 'lost' }))
    expect(b?.loss_reason).toBe('Too dear')
  })

  it('appends a waiting note to the notes of the lead', () => {
    const notes = (change: LeadChange) => applyOutbox(leads, made(change)).find(({ id }) => id === 'c')?.notes
    expect(notes({ type: 'update', leadId: 'c', fields: { add_note: 'Call back' } })).toBe(
      'Gate code 1\nCall back',
    )
    expect(notes({ type: 'status', leadId: 'c', status: 'lost', notes: 'Moved' })).toBe('Gate code 1\nMoved')
  })

  it('change only the given fields', () => {
    const fields = { contact_name: 'Ünï 🌱', notes: undefined, budget: null }
    const [, , c] = applyOutbox(leads, made({ type: 'update', leadId: 'c', fields }))
    expect(c).toMatchObject({ contact_name: 'Ünï 🌱', notes: 'Gate code 1', budget: null, updated_at: AT })
  })

  it('remove leads and put created ones first, the latest at the top', () => {
    const changes = made(
      { type: 'create', leadId: 'd', fields: { contact_name: 'D' } },
      { type: 'delete', leadId: 'b' },
      { type: 'create', leadId: 'e', fields: {} },
      { type: 'status', leadId: 'd', status: 'converted' },
    )
    const list = applyOutbox(leads, changes)
    expect(ids(list)).toEqual(['e', 'd', 'a', 'c'])
    expect(list[1]).toMatchObject({
      contact_name: 'D',
      status: 'converted',
      created_at: AT,
      source: 'manual',
    })
  })

  it('do not duplicate a created lead that the server already has', () => {
    const changes = made(
      { type: 'create', leadId: 'a', fields: { contact_name: 'Old' } },
      { type: 'update', leadId: 'a', fields: { contact_name: 'New' } },
    )
    const list = applyOutbox(leads, changes)
    expect(ids(list)).toEqual(['a', 'b', 'c'])
    expect(list[0]?.contact_name).toBe('New')
  })

  it('create and remove a lead without a trace and ignore unknown leads', () => {
    const changes = made(
      { type: 'create', leadId: 'd', fields: {} },
      { type: 'delete', leadId: 'd' },
      { type: 'status', leadId: 'gone', status: 'lost' },
    )
    expect(applyOutbox(leads, changes)).toEqual(leads)
  })

  const change = fc.oneof(
    fc.record({
      type: fc.constant('status' as const),
      leadId: fc.constantFrom('a', 'b', 'x'),
      status: fc.constantFrom('new' as const, 'converted' as const, 'lost' as const),
      loss_reason: fc.option(fc.string(), { nil: undefined }),
    }),
    fc.record({
      type: fc.constantFrom('update' as const, 'create' as const),
      leadId: fc.constantFrom('a', 'b', 'x', 'y'),
      fields: fc.record({ contact_name: fc.option(fc.string()) }, { requiredKeys: [] }),
    }),
    fc.record({ type: fc.constant('delete' as const), leadId: fc.constantFrom('a', 'b', 'x') }),
  )

  it('have the same result applied together or one by one, and do not change their input', () => {
    const before = structuredClone(leads)
    fc.assert(
      fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
        const oneByOne = made(...changes).reduce((list, each) => applyOutbox(list, [each]), leads)
        const byId = (list: typeof leads) => [...list].sort((a, b) => a.id.localeCompare(b.id))
        // A lead removed and created again is the one exception: no client creates the same id twice.
        const makesAgain = changes.some(
          ({ type, leadId }, at) =>
            type === 'create' &&
            changes.slice(0, at).some((other) => other.leadId === leadId && other.type === 'delete'),
        )
        if (!makesAgain) expect(byId(applyOutbox(leads, made(...changes)))).toEqual(byId(oneByOne))
        expect(new Set(ids(oneByOne)).size).toBe(oneByOne.length)
      }),
    )
    expect(leads).toEqual(before)
  })
})

describe('confirmed changes in a list', () => {
  const sent = (change: LeadChange, lead: ReturnType<typeof buildLead> | null) => ({
    change,
    madeAt: AT,
    lead,
  })

  it('replace, remove and add', () => {
    const list = applySent(
      leads,
      [
        sent({ type: 'status', leadId: 'a', status: 'lost' }, buildLead({ id: 'a', status: 'lost' })),
        sent({ type: 'delete', leadId: 'b' }, null),
        sent({ type: 'create', leadId: 'd', fields: {} }, buildLead({ id: 'd' })),
        sent({ type: 'status', leadId: 'd', status: 'lost' }, buildLead({ id: 'd', status: 'lost' })),
        sent({ type: 'create', leadId: 'e', fields: {} }, buildLead({ id: 'e' })),
      ],
      { isWhole: true },
    )
    expect(list.map(({ id, status }) => `${id} ${status}`)).toEqual(['e new', 'd lost', 'a lost', 'c new'])
  })

  it('add nothing to a filtered list, no removed leads, and no duplicates', () => {
    const create = sent({ type: 'create', leadId: 'd', fields: {} }, buildLead({ id: 'd' }))
    expect(ids(applySent(leads, [create], { isWhole: false }))).toEqual(['a', 'b', 'c'])
    const gone = [create, sent({ type: 'delete', leadId: 'd' }, null)]
    expect(ids(applySent(leads, gone, { isWhole: true }))).toEqual(['a', 'b', 'c'])
    const there = sent({ type: 'create', leadId: 'a', fields: {} }, buildLead({ id: 'a' }))
    expect(ids(applySent(leads, [there], { isWhole: true }))).toEqual(['a', 'b', 'c'])
  })
})

describe('the texts about deleted leads', () => {
  const lead = (name: string): LeadChange => ({ type: 'delete', leadId: name, name })
  const chat = (name: string): LeadChange => ({
    type: 'chat-delete',
    leadId: '',
    conversationId: name,
    name,
  })
  it.for([
    [[lead('Jane Doe')], 'Jane Doe deleted'],
    [[lead('Jane Doe'), lead('Sam Ortiz')], '2 leads deleted'],
    [[chat('Jane Doe')], 'Jane Doe deleted'],
    [[chat('Jane Doe'), chat('Visitor')], '2 test chats deleted'],
    [[chat('Jane Doe'), lead('Sam Ortiz')], '2 leads deleted'],
  ] as const)('name one and count several: %s', ([deletions, text]) => {
    expect(removedText(deletions)).toBe(text)
  })

  it.for([
    [1, [lead('a')], 'The lead is restored'],
    [0, [lead('a')], 'The lead is already deleted'],
    [3, [lead('a'), chat('b'), lead('c')], '3 leads restored'],
    [2, [lead('a'), lead('b'), lead('c')], '2 of 3 leads restored'],
    [0, [lead('a'), lead('b'), lead('c')], 'The leads are already deleted'],
    [1, [chat('a')], 'The test chat is restored'],
    [2, [chat('a'), chat('b')], '2 test chats restored'],
    [0, [chat('a'), chat('b')], 'The test chats are already deleted'],
  ] as const)('say that %d of %j were restored in time', ([restored, deletions, text]) => {
    expect(restoredText(restored, deletions)).toBe(text)
  })
})
