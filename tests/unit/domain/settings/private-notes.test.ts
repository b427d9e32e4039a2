import { describe, expect, it } from 'vitest'
import { withoutPrivate } from '../../../../src/domain/settings/private-notes.ts'

const PUBLIC = 'Weekly mowing is $45 a visit.'

describe('a note that is not for visitors', () => {
  it.each([
    'Do not tell customers: we can go down 10%.',
    "Don't share our supplier prices.",
    'Internal: 30% deposit from people on the blacklist.',
    'Never quote less than $38.',
    'If they push back we can do $40.',
    'Our cost is about $22 a visit.',
    'Margin is 35%.',
    'Repeat customers can get up to 15% off if they ask.',
    'Bottom line for mowing is $36.',
    'Willing to negotiate on big jobs.',
    "There's wiggle room of 10 percent.",
    'Confidential – neighbors pay $35.',
    'Customers should not know that we subcontract trees.',
    "Don't go below $40.",
    'Between us, the Smiths on Elm pay $30.',
    'Nunca decir que podemos bajar 10%.',
    'No le digan a los clientes: el margen es 30%.',
  ])('is withheld, and its neighbors stay: %s', (note) => {
    expect(withoutPrivate(`${PUBLIC} ${note} Stumps from $150.`)).toBe(`${PUBLIC}\nStumps from $150.`)
    expect(withoutPrivate(`${PUBLIC}\n- ${note}\nStumps from $150.`)).toBe(`${PUBLIC}\nStumps from $150.`)
  })

  it('takes with it the sentence that it points to', () => {
    expect(withoutPrivate(`${PUBLIC} We can do $40. Don't tell customers this.`)).toBe(PUBLIC)
    expect(withoutPrivate(`${PUBLIC}\nWe can do $40.\nFor staff only.`)).toBe(PUBLIC)
  })

  it('takes with it what follows a heading, up to the next paragraph', () => {
    const notes = `${PUBLIC}\nInternal only:\nWe can do $40.\nSmiths: $30.\n\nStumps from $150.`
    expect(withoutPrivate(notes)).toBe(`${PUBLIC}\n\nStumps from $150.`)
    expect(withoutPrivate('Do not share:\nWe can do $40.')).toBeNull()
  })
})

it.each([
  'Mowing is $45 a visit.',
  'We do not require a deposit.',
  'No contract needed.',
  'Mulch is $95 a yard, delivery included.',
  'Cancel any time.',
  'Cortar el césped cuesta $45.',
  'Ask about the size of the yard.',
  'We charge more for steep slopes.',
])('an ordinary note stays: %s', (note) => {
  expect(withoutPrivate(note)).toBe(note)
})
