import { describe, expect, it } from 'vitest'
import { PRESET_SERVICES } from '../../../../src/domain/onboarding/services.ts'
import {
  areSameNames,
  type SpanishNames,
  spanishName,
  typedName,
  withSpanishName,
} from '../../../../src/domain/settings/spanish-services.ts'

describe('the Spanish name of a service', () => {
  it.each<[string, SpanishNames, string]>([
    ['Snow Removal', null, 'Remoción de nieve'],
    ['Snow Removal', undefined, 'Remoción de nieve'],
    ['Snow Removal', { 'Snow Removal': ' Quitar nieve ' }, 'Quitar nieve'],
    ['Snow Removal', { 'Snow Removal': ' ' }, ''],
    ['Mulching', {}, ''],
    ['Mulching', { Mulching: 'Mantillo' }, 'Mantillo'],
    ['constructor', {}, ''],
    ['snow removal', null, ''],
  ])('of %j with %j is %j', (service, names, expected) => {
    expect(spanishName(service, names)).toBe(expected)
  })

  it('exists for each preset service', () => {
    const names = PRESET_SERVICES.map((service) => spanishName(service, null))
    expect(new Set(names).size).toBe(PRESET_SERVICES.length)
    expect(names.every((name) => name !== '' && !name.includes(','))).toBe(true)
  })

  it('keeps the spaces that are being typed', () => {
    expect(typedName('Mulching', { Mulching: 'Mantillo de ' })).toBe('Mantillo de ')
  })
})

describe('the names after a change', () => {
  const offered = ['Snow Removal', 'Mulching']

  it.each<[string, SpanishNames, string, string, SpanishNames]>([
    ['a first one', null, 'Mulching', 'Mantillo', { Mulching: 'Mantillo' }],
    ['another one', { Mulching: 'M' }, 'Snow Removal', 'Nieve', { Mulching: 'M', 'Snow Removal': 'Nieve' }],
    ['a cleared preset', null, 'Snow Removal', '', { 'Snow Removal': '' }],
    ['a cleared one of the owner’s', { Mulching: 'M' }, 'Mulching', '', null],
    ['the usual one', { 'Snow Removal': 'Nieve' }, 'Snow Removal', 'Remoción de nieve', null],
    ['one beside a service that is gone', { Edging: 'Bordes' }, 'Mulching', 'M', { Mulching: 'M' }],
  ])('contain %s', (_, names, service, name, expected) => {
    expect(withSpanishName(names, offered, service, name)).toEqual(expected)
  })
})

it.each<[SpanishNames, SpanishNames, boolean]>([
  [null, {}, true],
  [undefined, null, true],
  [{ a: '1', b: '2' }, { b: '2', a: '1' }, true],
  [{ 'Snow Removal': '' }, {}, false],
  [{ a: '1' }, { a: '2' }, false],
])('%j and %j are the same names: %s', (a, b, expected) => {
  expect(areSameNames(a, b)).toBe(expected)
})
