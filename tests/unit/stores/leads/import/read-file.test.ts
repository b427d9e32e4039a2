import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { IMPORT_LIMITS } from '../../../../../src/contract/lead-imports.ts'
import { writeCsv } from '../../../../../src/domain/common/csv.ts'
import { readLeadFile } from '../../../../../src/stores/leads/import/read-file.ts'

const utf8 = (text: string) => new TextEncoder().encode(text).slice().buffer
const read = (text: string) => readLeadFile('leads.csv', utf8(text))
const cellsOf = async (text: string) => (await read(text)).rows.map(({ cells }) => cells)

describe('readLeadFile', () => {
  it.each([
    ['commas', 'Name,Email\nAnn,a@x.test\n'],
    ['semicolons', 'Name;Email\r\nAnn;a@x.test'],
    ['tabs', 'Name\tEmail\rAnn\ta@x.test\r'],
    ['a byte order mark', '\uFEFFName,Email\nAnn,a@x.test'],
    ['blank rows around', '\n,\nName,Email\n\nAnn,a@x.test\n \n'],
  ])('reads %s', async (_, text) => {
    const file = await read(text)
    expect(file.headings).toEqual(['Name', 'Email'])
    expect(file.rows.map(({ cells }) => cells)).toEqual([['Ann', 'a@x.test']])
  })

  it('tells how much of a large file is read, between its pieces', async () => {
    const shares: number[] = []
    const text = `Name,Email\n${'Ann,a@x.test\n'.repeat(20_000)}`
    await readLeadFile('leads.csv', utf8(text), (share) => shares.push(share))
    expect(shares.length).toBeGreaterThan(1)
    expect(shares).toEqual([...shares].sort((one, other) => one - other))
    expect(shares.every((share) => share > 0 && share < 1)).toBe(true)
  })

  it('reads one column', async () => {
    expect(await cellsOf('Name\nAnn\nBob')).toEqual([['Ann'], ['Bob']])
  })

  it('numbers rows as spreadsheets do, also after blank rows and line breaks in cells', async () => {
    const { rows } = await read('Name,Note\nAnn,"one\ntwo"\n\nBob,x\n')
    expect(rows).toEqual([
      { row: 2, cells: ['Ann', 'one\ntwo'] },
      { row: 4, cells: ['Bob', 'x'] },
    ])
  })

  it('reads UTF-16 and Windows-1252', async () => {
    const wide = new Uint8Array([
      0xff,
      0xfe,
      ...new Uint8Array(new Uint16Array([...'Name\nZoë'].map((c) => c.charCodeAt(0))).buffer),
    ])
    expect((await readLeadFile('w.csv', wide.buffer)).rows[0]?.cells).toEqual(['Zoë'])
    const old = new Uint8Array([...'Name\nZo'].map((c) => c.charCodeAt(0)).concat(0xeb))
    expect((await readLeadFile('o.csv', old.buffer)).rows[0]?.cells).toEqual(['Zoë'])
  })

  it('has a column for each cell of its widest row, and the same hash for the same bytes only', async () => {
    const file = await read('Name\nAnn,a@x.test,1')
    expect(file.headings).toEqual(['Name', '', ''])
    expect(file.hash).toMatch(/^[\da-f]{64}$/)
    expect((await read('Name\nAnn,a@x.test,1')).hash).toBe(file.hash)
    expect((await read('Name\nAnn,a@x.test,2')).hash).not.toBe(file.hash)
  })

  it.each([
    ['', 'The file is empty'],
    [' \n\n', 'The file is empty'],
    ['Name,Email', 'The file has headings, and no rows below them'],
    ['Ann,a@x.test\nBob,b@x.test', 'The first row has no headings'],
    ['PK\u0003\u0004rest', 'This is a spreadsheet or an archive'],
    ['%PDF-1.7', 'This is a PDF'],
    ['Name\0\nAnn', 'This is not a text file'],
    ['Name,Note\nAnn,"open\nBob,x', 'Row 2 is never closed'],
  ])('refuses %j', async (text, problem) => {
    await expect(read(text)).rejects.toThrow(problem)
  })

  it('refuses too many rows, too many bytes, and a quotation mark that is not closed in a long file', async () => {
    const many = (rows: number) => `Name\n${'Ann\n'.repeat(rows)}`
    expect((await read(many(IMPORT_LIMITS.rows))).rows).toHaveLength(IMPORT_LIMITS.rows)
    await expect(read(many(IMPORT_LIMITS.rows + 1))).rejects.toThrow('The file has more than 50,000 rows')
    await expect(readLeadFile('b.csv', new ArrayBuffer(IMPORT_LIMITS.bytes + 1))).rejects.toThrow('26 MB')
    await expect(read(`Name,Note\nAnn,"${'x,y\n'.repeat(400_000)}`)).rejects.toThrow('Row 2 is never closed')
  })

  it('reads what writeCsv writes, wherever the pieces end', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }),
      fc.constantFrom('"', '""', ',', ';', '\n', '\r\n', '\r', '\t', "'", '=1', '\u2028', 'a"b', ' '),
    )
    const rows = fc.array(fc.tuple(fc.constant('Ann'), cell, cell), { minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 99_900, max: 100_000 }), async (cells, length) => {
        const first = ['x'.repeat(length), '', '']
        const file = await read(writeCsv([['Name', 'Note', 'More'], first, ...cells]))
        const plain = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\0', '')
        const unguarded = (text: string) => text.replace(/^'(?=\s*[=+\-@'＝＋－＠﹦﹢﹣﹫]|[\t\n])/, '')
        expect(file.rows.slice(1).map((row) => row.cells.map(unguarded))).toEqual(
          cells.map((each) => each.map(plain)),
        )
      }),
      { numRuns: 60 },
    )
  })
})
