import { describe, expect, it } from 'vitest'
import {
  cellsByField,
  guessMapping,
  headingsIn,
  isHeadings,
  writtenDates,
} from '../../../../../src/domain/leads/import/columns.ts'
import { IMPORT_COLUMNS } from '../../../../../src/domain/leads/import/targets.ts'

describe('guessMapping', () => {
  it.each([
    [
      ['Name', 'E-Mail', 'Cell Phone'],
      ['prospect_name', 'prospect_email', 'prospect_phone'],
    ],
    [
      ['first_name', 'LAST NAME', 'Teléfono'],
      ['given_name', 'family_name', 'prospect_phone'],
    ],
    [
      ['Nombre', 'Apellidos', 'Celular', 'Servicio', 'Fecha'],
      ['prospect_name', 'family_name', 'prospect_phone', 'service_interest', 'created_at'],
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
      ['prospect_email', 'prospect_email'],
    ],
    [
      ['First Name', 'Last Name', 'Display Name'],
      ['given_name', 'family_name', 'prospect_name'],
    ],
    [
      ['Work Phone', 'Home Phone', 'Mobile Number', 'Home Fax', 'Phone Type'],
      ['prospect_phone', 'prospect_phone', 'prospect_phone', null, null],
    ],
    [
      ['Contact First Name', 'Contact owner', 'Last contact'],
      ['given_name', null, null],
    ],
    [['Address 1 - Street'], ['property_address']],
    [['Street Address 1'], ['property_address']],
    [['Service street 1'], ['property_address']],
    [['Home Street'], ['property_address']],
    [
      ['Service Property Name', 'Job Title', 'Birth date', 'E-mail Type'],
      [null, null, null, null],
    ],
    [
      ['created_time', 'lead_status'],
      ['created_at', 'status'],
    ],
    [
      ['Billing Street 1', 'Billing City', 'Service Street 1', 'Service City', 'Service Zip code'],
      [null, null, 'property_address', 'property_address', 'property_address'],
    ],
    [
      ['Service Address', 'City', 'State', 'Zip'],
      ['property_address', 'property_address', 'property_address', 'property_address'],
    ],
    [
      ['Address 1 - Street', 'Address 1 - City', 'Address 2 - Street', 'Address 2 - City'],
      ['property_address', 'property_address', null, null],
    ],
    [
      ['Created', 'Updated', 'Favorite color'],
      ['created_at', null, null],
    ],
    [
      ["What's your name?", 'Best phone number to reach you', 'What is your email?'],
      ['prospect_name', 'prospect_phone', 'prospect_email'],
    ],
    [
      ['Your Name', 'Phone Number (mobile)', 'Created At (UTC+0)', 'Notes (optional)'],
      ['prospect_name', 'prospect_phone', 'created_at', 'notes'],
    ],
    [
      ['Name (First)', 'Name (Last)', 'Work cell', 'Create Date (EST)', 'Lawn Size (sq ft)'],
      ['given_name', 'family_name', 'prospect_phone', 'created_at', 'property_size'],
    ],
    [
      ['Caller Name', 'Date Requested', 'Square Footage', 'Services Needed'],
      ['prospect_name', 'created_at', 'property_size', 'service_interest'],
    ],
    [
      ['Request Date', 'Lawn Size', 'Service Type', 'Date (last contact)', 'Phone (type)'],
      ['created_at', 'property_size', 'service_interest', null, null],
    ],
    [
      ['Pipeline Stage', 'Opportunity Status', 'lost reason name'],
      ['status', 'status', 'loss_reason'],
    ],
    [
      ['Nombre del cliente', 'Domicilio', 'Servicio solicitado', 'Fecha de creación', 'Estatus'],
      ['prospect_name', 'property_address', 'service_interest', 'created_at', 'status'],
    ],
    [
      ['Cliente', 'Comentarios', 'Fuente', 'Presupuesto', 'Número de teléfono', 'Correo electrónico'],
      ['prospect_name', 'notes', 'source', 'budget', 'prospect_phone', 'prospect_email'],
    ],
    [
      ['Customer', 'Bill to 1', 'Bill to 2', 'Ship to 1', 'Ship to 2', 'To'],
      ['prospect_name', null, null, 'property_address', 'property_address', null],
    ],
    [
      ['Bill to 1', 'Bill to 2', 'Bill to 3'],
      ['property_address', 'property_address', 'property_address'],
    ],
    [
      ['Bill address', 'Ship address'],
      [null, 'property_address'],
    ],
    [
      ['Address', 'City', 'Prov/State', 'Postal/Zip'],
      ['property_address', 'property_address', 'property_address', 'property_address'],
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

  it('maps a column of numbers by its cells if they are written like phone numbers', () => {
    const guess = (heading: string, cell: string) => guessMapping([heading], [[cell]])
    for (const heading of ['Caller Number', 'What # can we text?']) {
      expect(guess(heading, '(614) 555-0142')).toEqual(['prospect_phone'])
      expect(guess(heading, '+16145550142')).toEqual(['prospect_phone'])
    }
    expect(guess('License Number', '6145550142')).toEqual([null])
    expect(guess('Order Number', '614-555-0142')).toEqual([null])
  })

  it('takes an Estado for the status or for a part of the address', () => {
    const guess = (...cells: string[]) =>
      guessMapping(
        ['Calle', 'Estado'],
        cells.map((cell) => ['Av. Juárez 5', cell]),
      )
    expect(guess('Ganado', 'Nuevo', 'Perdida')).toEqual(['property_address', 'status'])
    expect(guess('Jalisco', 'Nuevo León', 'OH')).toEqual(['property_address', 'property_address'])
  })

  it('leaves out a column of answers or numbers that is called like a name', () => {
    const rows = [
      ['Yes', 'Ann', '14000231', '1'],
      ['no', 'Bob', '14000232', '2'],
    ]
    expect(guessMapping(['Lead', 'Name', 'Record ID', 'Client'], rows)).toEqual([
      null,
      'prospect_name',
      null,
      null,
    ])
  })

  it('uses the address that the rows have', () => {
    const headings = ['Home Street', 'Home City', 'Business Street', 'Business City']
    const business = Array.from({ length: 5 }, () => ['', '', '1 Elm St', 'Dublin'])
    const home = ['2 Oak St', 'Hilliard', '', '']
    expect(guessMapping(headings, [...business, home])).toEqual([
      null,
      null,
      'property_address',
      'property_address',
    ])
    expect(guessMapping(headings, [...business, home, home, home, home])).toEqual([
      ...['property_address', 'property_address', null, null],
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

describe('headingsIn', () => {
  const row = (text: string) => text.split(',')
  it.each([
    [['Name,Email', 'Ann,a@x.test'], 0],
    [['My leads,', ',', 'Name,Email', 'Ann,a@x.test'], 2],
    [['Leads of 2026,,', 'Who,Reach,Ring', 'Ann,a@x.test,'], 1],
    [['Who,What', 'Ann,Mowing', 'Bob,Trees'], 0],
    [['Ann,a@x.test', 'Bob,'], -1],
    [['Questions: help@x.test', 'First Name,Phone', 'Ann,614 555 0142'], 1],
  ])('of %j is row %i', (rows, at) => expect(headingsIn(rows.map(row))).toBe(at))
})

describe('cellsByField', () => {
  it.each([
    [
      ['given_name', 'family_name', 'prospect_name'],
      ['Ada', 'Byron', 'Ada Byron'],
      { prospect_name: 'Ada Byron' },
    ],
    [['family_name', 'given_name'], ['Byron', 'Ada'], { prospect_name: 'Ada Byron' }],
    [['given_name', 'family_name', 'prospect_name'], ['', '', 'Ada Byron'], { prospect_name: 'Ada Byron' }],
    [
      ['given_name', 'family_name', 'prospect_name'],
      ['Ada', 'Byron', 'Countess of Lovelace'],
      { prospect_name: 'Ada Byron', notes: 'Name: Countess of Lovelace' },
    ],
    [['given_name', 'given_name', 'family_name'], ['Ada', 'K.', 'Byron'], { prospect_name: 'Ada K. Byron' }],
    [['given_name', 'family_name', 'company'], ['', 'N/A', 'Acme Lawn'], { prospect_name: 'Acme Lawn' }],
    [['given_name', 'company'], ['Ada', 'Acme Lawn'], { prospect_name: 'Ada', notes: 'Company: Acme Lawn' }],
    [['prospect_name', 'family_name'], ['Juan', 'García López'], { prospect_name: 'Juan García López' }],
    [['prospect_name', 'family_name'], ['Ada Byron', 'Byron'], { prospect_name: 'Ada Byron' }],
    [['prospect_name', 'given_name'], ['Byron, Ada', 'Ada'], { prospect_name: 'Byron, Ada' }],
    [['prospect_name', 'prospect_name'], ['Ada', 'Ada Byron'], { prospect_name: 'Ada Byron' }],
    [['status', 'status'], ['Closed', 'lost'], { status: 'lost', notes: 'Status: Closed' }],
    [['status', 'status'], ['Proposal Sent', 'won'], { status: 'won', notes: 'Status: Proposal Sent' }],
    [['status', 'status'], ['Nurture', 'open'], { status: 'Nurture', notes: 'Status: open' }],
    [
      ['prospect_name', 'property_address', 'property_address'],
      ['Ann Lee', 'Ann Lee', '1 Elm St'],
      { prospect_name: 'Ann Lee', property_address: '1 Elm St' },
    ],
    [['family_name'], ['Null'], { prospect_name: 'Null' }],
    [
      ['prospect_phone', 'prospect_phone', 'prospect_phone'],
      ['', '614 555 0142', '614 555 0199'],
      { prospect_phone: '614 555 0142\n614 555 0199' },
    ],
    [['budget', 'budget'], ['$5', '$9'], { budget: '$5', notes: 'Budget: $9' }],
    [
      ['property_address', 'property_address', 'property_address'],
      ['1 Elm St, Dublin, OH 43017', '1 Elm St', 'Dublin'],
      { property_address: '1 Elm St, Dublin, OH 43017' },
    ],
    [
      ['property_address', 'property_address', 'property_address'],
      ['1 Elm St, Dublin, OH 43017', 'Dublin', 'Ohio'],
      { property_address: '1 Elm St, Dublin, OH 43017, Ohio' },
    ],
    [
      ['property_address', 'property_address', 'property_address'],
      ['12 New York Ave', 'New York', 'NY'],
      { property_address: '12 New York Ave, New York, NY' },
    ],
  ] as const)('%j of %j', (mapping, cells, expected) => {
    expect(cellsByField(cells, mapping)).toEqual(expected)
  })

  it('joins names, addresses, and texts', () => {
    const mapping = [
      ...(['prospect_name', 'prospect_name', 'property_address', 'property_address'] as const),
      ...(['prospect_phone', 'prospect_phone', 'notes', 'notes', null] as const),
    ]
    const cells = ['Ann ', 'Lee', '1 Elm St', ' Dublin', ' ', '555', 'One', 'Two', 'Other']
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
