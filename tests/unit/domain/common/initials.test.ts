import { expect, it } from 'vitest'
import { avatarColor, initials } from '../../../../src/domain/common/initials.ts'

it.each([
  ['Emily Carter', 'EC'],
  ['  emily   jane carter ', 'EC'],
  ['Al Gore III', 'AG'],
  ['Ann Lee, PhD', 'AL'],
  ['Cher', 'C'],
  ['mei.romero@example.com', 'M'],
  ['(614) 555-0107', null],
  ['O’Neil & Sons', 'OS'],
  ['李 小龍', '李小'],
  ['علي حسن', 'عح'],
  ['e\u0301mile zola', 'E\u0301Z'],
  ['🌳 Tree Lead', 'TL'],
  ['', null],
])('shortens %j to %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})

it('gives one person one color, and people different ones', () => {
  expect(avatarColor('lead-7')).toBe(avatarColor('lead-7'))
  const colors = new Set(Array.from({ length: 200 }, (_, at) => avatarColor(`lead-${at}`)))
  expect([...colors].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})
