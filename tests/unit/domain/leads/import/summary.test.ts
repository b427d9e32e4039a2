import { expect, it } from 'vitest'
import type { LeadImport } from '../../../../../src/contract/lead-imports.ts'
import { importSummary, undoSummary } from '../../../../../src/domain/leads/import/summary.ts'

const DONE: LeadImport = {
  ...{ id: 'i', file_name: 'leads.csv', file_hash: '', rows: 10, created_by: null, created_at: '' },
  ...{ finished_at: '2026-11-20T15:00:00Z', undone_at: null, imported: 6, refused: 1, undoable: 6 },
  ...{ present: { email: 1, phone: 1, row: 1 }, removed: 0, changed: 0, tasks: 0 },
}

it('says what an import did', () => {
  expect(importSummary(DONE)).toBe('6 leads imported, 3 already there, 1 rejected.')
  const plain = { ...DONE, imported: 1, rows: 1, refused: 0, present: { email: 0, phone: 0, row: 0 } }
  expect(importSummary(plain)).toBe('1 lead imported.')
  expect(importSummary({ ...DONE, rows: 11, finished_at: null })).toBe(
    '6 leads imported, 3 already there, 1 rejected. 1 row is left: choose the file again to continue.',
  )
})

it('says what Undo removed, and what stayed and why', () => {
  expect(undoSummary({ ...DONE, removed: 6 })).toBe('Undone: 6 leads removed.')
  expect(undoSummary({ ...DONE, imported: 8, removed: 1, changed: 2, tasks: 1 })).toBe(
    'Undone: 1 lead removed. 2 have stayed because someone changed or called them. ' +
      '1 has stayed because of tasks for them. 4 were already deleted.',
  )
})
