import { expect, it } from 'vitest'
import { recount } from '../../../../src/domain/leads/counts.ts'
import { buildLead } from '../../../support/build-lead.ts'

const stats = {
  total: 2,
  new: 1,
  converted: 1,
  lost: 0,
  conversion_rate: 50,
  by_status: { new: 1, converted: 1, lost: 0 },
  by_source: { chat: 2 },
}

it('the counts follow the leads, but not the tests', () => {
  const visitor = buildLead({ id: 'a' })
  const test = buildLead({ id: 'b', is_test: true })
  expect(recount(stats, [visitor, test], [visitor])).toEqual(stats)
  expect(recount(stats, [visitor], [visitor, { ...test, status: 'converted' }])).toEqual(stats)
  expect(recount(stats, [visitor, test], [test])).toMatchObject({ total: 1, new: 0, conversion_rate: 100 })
})
