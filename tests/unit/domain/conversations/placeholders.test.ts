import { expect, it } from 'vitest'
import { PLACEHOLDERS } from '../../../../src/contract/saved-replies.ts'
import { fillPlaceholders } from '../../../../src/domain/conversations/placeholders.ts'

const TEXT = 'Hi {{name}}, {{ business }} here. {{my_name}}'

it.each([
  [{ name: 'Jane', business: 'Green Acres', my_name: 'Olivia' }, 'Hi Jane, Green Acres here. Olivia'],
  [{ name: ' ', business: null }, 'Hi there, our business here. the team'],
  [{ name: 'jane@example.test' }, 'Hi there, our business here. the team'],
  [{ name: '(614) 555-0188' }, 'Hi there, our business here. the team'],
  [{ name: 'Lawn mowing Lead' }, 'Hi there, our business here. the team'],
  [{ name: 'Conversation abc' }, 'Hi there, our business here. the team'],
  [{ name: '$& {{my_name}}', my_name: 'Olivia' }, 'Hi $& {{my_name}}, our business here. Olivia'],
])('fills the placeholders from %j', (values, expected) => {
  expect(fillPlaceholders(TEXT, values)).toBe(expected)
})

it('fills every placeholder of the contract, and leaves the rest', () => {
  for (const name of PLACEHOLDERS) expect(fillPlaceholders(`{{${name}}}`, {})).not.toContain('{{')
  expect(fillPlaceholders('{{other}} {name}', { name: 'Jane' })).toBe('{{other}} {name}')
})
