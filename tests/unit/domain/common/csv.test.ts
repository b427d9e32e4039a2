import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCsv, unguarded, writeCsv } from '../../../../src/domain/common/csv.ts'

const cells = (text: string) => readCsv(text).rows.map((row) => row.cells)

describe('reading', () => {
  it.each([
    ['', []],
    ['a,b', [['a', 'b']]],
    [
      'a,b\r\nc,d\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a,b\rc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['\uFEFFa,b', [['a', 'b']]],
    ['"a,1","b"', [['a,1', 'b']]],
    ['"a ""x""",b', [['a "x"', 'b']]],
    ['"two\nlines",b', [['two\nlines', 'b']]],
    [
      'a,\n,b',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['a,', [['a', '']]],
    ['\n\na\n \n', [['a']]],
    [
      'a;b\nc;"d;e"',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    ['a\tb', [['a', 'b']]],
    ['"a,b";c', [['a,b', 'c']]],
    ['say "hi",b', [['say "hi"', 'b']]],
    ['"a"x,b', [['ax', 'b']]],
    ['""', []],
    ['"",""', [['', '']]],
  ])('%j is %j', (text, expected) => expect(cells(text)).toEqual(expected))

  it('knows the line on which a record starts', () => {
    expect(readCsv('a,b\r\n\r\n"x\r\ny",1\nlast,2').rows.map(({ line }) => line)).toEqual([1, 3, 5])
  })

  it('reports an open quotation and keeps the records before it', () => {
    expect(readCsv('a,b\nc,"d\ne,f\n')).toMatchObject({
      rows: [{ line: 1, cells: ['a', 'b'] }],
      fault: { line: 2 },
    })
  })

  it('parses a large file', () => {
    expect(readCsv('"a ""b""",c\n'.repeat(50_000)).rows).toHaveLength(50_000)
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a', ';', ' ') }), (text) => {
        const { rows } = readCsv(text)
        expect(rows.every(({ line }) => line >= 1)).toBe(true)
      }),
    )
  })
})

describe('writing', () => {
  it('starts with a byte order mark and ends lines with CRLF', () => {
    expect(
      writeCsv([
        ['a', 'b"c'],
        ['d,e', ''],
      ]),
    ).toBe('\uFEFFa,"b""c"\r\n"d,e",""\r\n')
  })

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@x',
    '\t=1',
    '\r=1',
    " =cmd|'/c'!A1",
    "'x",
    '＝1+1',
    '＋1',
    '－1',
    '＠x',
    ' ﹦1',
  ])('escapes %j', (cell) => {
    const [[written = '']] = readCsv(writeCsv([[cell, 'b']])).rows.map((row) => row.cells) as [string[]]
    expect(written.startsWith("'")).toBe(true)
    expect(unguarded(written)).toBe(cell)
  })

  it.each(['a=1', "it's", '5 - 1'])('does not escape %j', (cell) => {
    expect(writeCsv([[cell]])).toBe(`\uFEFF${cell}\r\n`)
  })

  it('round-trips', () => {
    const text = fc.oneof(
      fc.string({
        unit: fc.constantFrom('"', ',', '\n', '\r', ';', "'", '=', ' ', 'ä', '\uFEFF', '🌱', '\t'),
      }),
      fc.string({ unit: 'grapheme' }),
    )
    const table = fc.array(fc.tuple(fc.constant('x'), text, text), { minLength: 1 })
    fc.assert(
      fc.property(table, (rows) => {
        const header = ['one', 'two', 'three']
        const back = cells(writeCsv([header, ...rows])).map((row) => row.map(unguarded))
        expect(back).toEqual([header, ...rows])
      }),
    )
  })
})
