import { HttpError } from './http-error.ts'

/**
 * Returns the rows of a page, and the cursor of the next page, which is null for the last page. `rows` must contain one
 * row more than the page, if there is one.
 */
export function pageOf<Row extends { position: number | string }>(rows: readonly Row[], size: number) {
  const page = rows.slice(0, size)
  return { page, next: rows.length > size ? String(page.at(-1)?.position) : null }
}

/** Returns the position that a cursor names. Rejects any other text. */
export function readPosition(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new HttpError(400, 'The cursor is not valid')
  return Number(cursor)
}
