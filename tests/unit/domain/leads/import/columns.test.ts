import { describe, expect, it } from 'vitest'
import {
  cellsByField,
  guessMapping,
  IMPORT_COLUMNS,
  isHeadings,
  writtenDates,
} from '../../../../../src/domain/leads/import/columns.ts'

describe('guessMapping', () => {
  it.each([
    [
      ['Name', 'E-Mail', 'Cell Phone'],
      ['prospect_name', 'prospect_email', 'prospect_phone'],
    ],
    [
      ['first_name', 'LAST NAME', 'Teléfono'],
      ['prospect_name', 'prospect_name', 'prospect_phone'],
    ],
    [
      ['Nombre', 'Apellidos', 'Celular', 'Servicio', 'Fecha'],
      ['prospect_name', 'prospect_name', 'prospect_phone', 'service_interest', 'created_at'],
    ],
    [
      ['Calle', 'Ciudad', 'Código postal'],
      ['property_address', 'property_address', 'property_address'],
    ],
    [
      ['Street', 'City', 'ZIP'],
      ['property_address', 'property_address', 'property_address'],
    ],
    [
      ['Email', 'Email Address'],
      ['prospect_email', null],
    ],
    [
      ['Created', 'Updated', 'Favorite color'],
      ['created_at', null, null],
    ],
    [
      ['', 'Lead Source', 'Comments'],
      [null, 'source', 'notes'],
    ],
  ])('maps %j', (headings, expected) => {
    expect(guessMapping(headings, [])).toEqual(expected)
  })

  it('maps columns without a known heading by their cells', () => {
    const rows = [
      ['Ann', 'ann@x.test', '(614) 555-0142', '43017'],
      ['Bob', '', '+1 614 555 0199 x3', '43018'],
      ['Cat', 'cat@x.test', 'none', '43019'],
    ]
    expect(guessMapping(['Who', 'Reach', 'Ring', 'Area'], rows)).toEqual([
      null,
      'prospect_email',
      'prospect_phone',
      null,
    ])
  })

  it('maps every heading of the field list to that field', () => {
    for (const { field, label, headings } of IMPORT_COLUMNS) {
      for (const heading of [label, ...headings]) expect(guessMapping([heading], [])).toEqual([field])
    }
  })
})

it.each([
  [['Name', 'Email'], true],
  [['', 'Name', ''], true],
  [['Ann', 'ann@x.test'], false],
  [['Ann', '614 555 0142'], false],
  [['1', '2'], false],
  [[''], false],
])('isHeadings of %j', (cells, expected) => expect(isHeadings(cells)).toBe(expected))

describe('cellsByField', () => {
  it('joins names, addresses, and texts, and takes the first of the others', () => {
    const mapping = [
      ...(['prospect_name', 'prospect_name', 'property_address', 'property_address'] as const),
      ...(['prospect_phone', 'prospect_phone', 'notes', 'notes', null] as const),
    ]
    const cells = ['Ann ', 'Lee', '1 Elm St', ' Dublin', ' ', '555', 'One', 'Two', 'Nothing']
    expect(cellsByField(cells, mapping)).toEqual({
      ...{ prospect_name: 'Ann Lee', property_address: '1 Elm St, Dublin' },
      ...{ prospect_phone: '555', notes: 'One\nTwo' },
    })
  })

  it('accepts rows with too few cells', () => {
    expect(cellsByField(['Ann'], ['prospect_name', 'prospect_email'])).toEqual({ prospect_name: 'Ann' })
  })
})

it.each([
  [['3/4/2026', '3/25/2026'], 'mdy', true],
  [['3/4/2026', '25/3/2026'], 'dmy', true],
  [['3/4/2026'], 'mdy', false],
  [['3.4.2026'], 'dmy', false],
  [['4/4/2026'], 'mdy', true],
  [['2026-03-04', 'March 4', ''], 'mdy', true],
])('writtenDates %j', (cells, order, isShown) => expect(writtenDates(cells)).toEqual({ order, isShown }))
