import { expect, it } from 'vitest'
import { transferDetail } from '../../../../src/domain/integrations/transfers.ts'

it.each([
  [null, null],
  ['name, service', 'Name, Service interest'],
  ['constructor', 'constructor'],
  [
    'Without a@b.test, which belongs to another contact',
    'Without a@b.test, which belongs to another contact',
  ],
])('the detail %j of a transfer is shown as %j', (detail, shown) => {
  expect(transferDetail({ detail })).toBe(shown)
})
