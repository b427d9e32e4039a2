import {
  beginImport,
  checkImport,
  finishImport,
  type ImportBatch,
  importRows,
  type LeadImport,
  listImports,
  type RowVerdict,
  undoImport,
} from '../contract/lead-imports.ts'
import { call } from './client.ts'

/** Returns the imports that can be undone, newest first. */
export async function fetchImports(organizationId: string, signal?: AbortSignal): Promise<LeadImport[]> {
  return (await call(listImports, { organizationId, signal })).imports
}

/** Returns the server's verdicts on rows without importing them. */
export async function postCheck(
  organizationId: string,
  body: ImportBatch & { file_hash: string },
): Promise<RowVerdict[]> {
  return (await call(checkImport, { organizationId, body })).rows
}

/** Begins an import, or continues an unfinished import of the same file. */
export function postImport(
  organizationId: string,
  body: { id: string; file_name: string; file_hash: string; rows: number },
): Promise<LeadImport> {
  return call(beginImport, { organizationId, body })
}

/** Imports rows. Repeating the request imports nothing twice. */
export async function postRows(
  organizationId: string,
  importId: string,
  body: ImportBatch,
): Promise<RowVerdict[]> {
  return (await call(importRows, { organizationId, params: { importId }, body })).rows
}

export function postFinish(organizationId: string, importId: string): Promise<LeadImport> {
  return call(finishImport, { organizationId, params: { importId } })
}

/** Removes some of the leads of an import. Repeat this while leads are `undoable`. */
export function postUndo(organizationId: string, importId: string): Promise<LeadImport> {
  return call(undoImport, { organizationId, params: { importId } })
}
