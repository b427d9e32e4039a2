import { expect, it } from 'vitest'
import { type Agreed, merge, type Shared } from '../../../server/hubspot/fields.ts'
import { phoneForms } from '../../../server/hubspot/match.ts'

const BLANK: Shared = {
  ...{ name: '', email: '', phone: '', address: '', status: 'new', service: '' },
  ...{ property_size: '', timeline: '', budget: '' },
}
const FIELDS = ['name', 'address', 'status'] as const

/** Compares a lead that is newer than the contact. */
const compared = (ours: Partial<Shared>, theirs: Partial<Shared>, agreed: Agreed = {}) =>
  merge(FIELDS, agreed, {
    ours: { ...BLANK, ...ours },
    theirs: { ...BLANK, ...theirs },
    ourTime: () => 2,
    theirTime: () => 1,
  })

it('of a lead and a fuller contact overwrites neither its values nor its status', () => {
  const full = { name: 'Jane Doe', address: '12 Oak St, Columbus, OH 43215', status: 'converted' }
  const { push, pull, agreed } = compared({ name: 'jane', address: '12 Oak St.' }, full)
  expect(push).toEqual({})
  expect(pull).toEqual({ name: full.name, address: full.address })
  // The status is compared again once it is chosen.
  expect(agreed).toEqual(pull)
  expect(compared({ ...full, status: 'lost' }, full, agreed).push).toEqual({ status: 'lost' })
})

it('of a fuller lead and a contact updates the contact', () => {
  const full = { name: 'Jane Doe', address: '12 Oak St, Columbus', status: 'lost' }
  expect(compared(full, { name: 'Jane', address: '12 Oak', status: 'converted' }).push).toEqual(full)
})

it('of different values keeps the newer ones', () => {
  expect(compared({ name: 'Jane Doe' }, { name: 'Ann Lee' })).toMatchObject({ push: { name: 'Jane Doe' } })
})

it('comes before later changes, which can shorten a value', () => {
  const before = { name: 'Jane Doe', address: '12 Oak St', status: 'converted' }
  const now = { name: 'Jane', address: '12 Oak St', status: 'new' }
  expect(compared(now, before, before).push).toEqual({ name: 'Jane', status: 'new' })
})

it.each(['6145550188', '(614) 555-0188', '+16145550188'])('finds %s in all usual forms', (phone) => {
  expect(phoneForms(phone)).toEqual(
    expect.arrayContaining([
      ...['+16145550188', '6145550188', '(614) 555-0188', '614-555-0188', '614.555.0188', '614 555 0188'],
      ...['+1 614-555-0188', '+1 614 555 0188', '+1 614.555.0188', '+1 (614) 555-0188'],
    ]),
  )
})
