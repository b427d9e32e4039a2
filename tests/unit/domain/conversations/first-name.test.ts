import { expect, it } from 'vitest'
import { firstName } from '../../../../src/domain/conversations/first-name.ts'

it.each([
  ['Olivia Greene', 'Olivia'],
  [' Sam\u00a0Lee ', 'Sam'],
  ['Cher', 'Cher'],
  ['Dr. Olivia Greene', 'Olivia'],
  ['Mrs. Robinson', 'Mrs. Robinson'],
  ['J. Smith', 'J.'],
  ['sam@greenacres.test', null],
  ['Zapier (API key)', null],
  [' ', null],
  [null, null],
])('visitors know %j as %j', (name, first) => expect(firstName(name)).toBe(first))
