import { HttpError } from './http-error.ts'

/** Returns a page and the next page's cursor, or null. `rows` contains one row more if there is a next page. */
export function pageOf<Row extends { position: number | string }>(rows: readonly Row[], size: number) {
  const page = rows.slice(0, size)
  return { page, next: rows.length > size ? String(page.at(-1)?.position) : null }
}

/** Returns the position that a cursor names. Rejects any other text. */
export function readPosition(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new HttpError(400, 'The cursor is not valid')
  return Number(cursor)
}
