import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  beginImport,
  checkImport,
  IMPORT_FIELDS,
  type ImportRow,
  importRows,
  undoImport,
} from '../../../src/contract/lead-imports.ts'
import { listLeads } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const ZONE = { timezone: 'America/New_York', date_order: 'mdy' as const }
const OTHER = 'f'.repeat(64)

type Answered = Awaited<ReturnType<typeof call>>
const outcomes = ({ status, body }: Answered): string[] => {
  expect(status).toBe(200)
  return body.rows.map(({ outcome }: { outcome: string }) => outcome)
}
const list = async () => (await call(server, listLeads, { params })).body
const check = async (rows: ImportRow[], file_hash: string) =>
  outcomes(await call(server, checkImport, { params, body: { ...ZONE, file_hash, rows } }))

it('agrees with its dry run and imports nothing twice, whatever the cells say, and Undo leaves nothing', async () => {
  await clear(server, FRESH)
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'",
      '"',
      "'; drop table leads; --",
      '\u202e',
      '٣٤٥',
      '%',
      '\\',
      'İ@X.test',
      'a@b.c',
      'A@B.C',
    ),
    fc.constantFrom(
      '+1 614 555 0142',
      '(614) 555-0142 ext 5',
      '6145550142',
      '1/2/2026',
      '2026-11-25 09:00 EST',
      'Lost',
    ),
  )
  const cells = fc.record(
    Object.fromEntries(IMPORT_FIELDS.map((field) => [field, text])) as Record<
      keyof ImportRow['cells'],
      typeof text
    >,
    { requiredKeys: [] },
  )
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.array(cells, { minLength: 1, maxLength: 12 }), async (given) => {
      run += 1
      const rows = given.map((each, at) => ({ row: at + 2, cells: each }))
      const hash = run.toString(16).padStart(64, '0')
      const foretold = await check(rows, hash)
      const file = { id: `p${run}`, file_name: 'odd.csv', file_hash: hash, rows: rows.length }
      await call(server, beginImport, { params, body: file })
      const own = { ...params, importId: file.id }
      const sent = await call(server, importRows, { params: own, body: { ...ZONE, rows } })
      expect(outcomes(sent)).toEqual(foretold.map((outcome) => (outcome === 'new' ? 'imported' : outcome)))
      const imported = foretold.filter((outcome) => outcome === 'new').length
      expect(await list()).toHaveLength(imported)
      const again = await check(rows, OTHER)
      expect(again).not.toContain('new')
      const undone = await call(server, undoImport, { params: own })
      expect(undone.body).toMatchObject({ removed: imported, undoable: 0 })
      expect(await list()).toEqual([])
    }),
    { numRuns: 45 },
  )
})
