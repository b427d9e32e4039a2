import { expect, it } from 'vitest'
import { mayBeTexted } from '../../../server/notifications/texted-countries.ts'

const allowed = (ownPhone: string | null, phones: readonly string[]) =>
  phones.filter((phone) => mayBeTexted(phone, ownPhone))

it('texts go to the United States, Canada, and the country of the business', () => {
  const phones = ['+16145550123', '+17872345678', '+16042345678', '+447911123456', '+5215512345678']
  expect(allowed('(614) 555-0142', phones)).toEqual(['+16145550123', '+17872345678', '+16042345678'])
  expect(allowed(null, phones)).toHaveLength(3)
  expect(allowed('+44 20 7946 0000', phones)).toEqual([...phones.slice(0, 3), '+447911123456'])
  // Jamaica shares the code of the United States.
  expect(allowed('+1 876 234 5678', ['+18762345678'])).toEqual([])
})

it('texts go to no premium, personal, or satellite number, even of the business’s own kind', () => {
  expect(allowed('+44 20 7946 0000', ['+447012345678'])).toEqual([])
  expect(allowed('+8816312345678', ['+8816312345678', '+8835100012345'])).toEqual([])
  expect(allowed(null, ['+19002345678', '+2348031234567', 'not a number', ''])).toEqual([])
})
