import { Refusal } from './refusal.ts'

/** Returns the rows of a page, of which one more was read, and the cursor of the next page; null if it is the last. */
export function pageOf<Row extends { position: number | string }>(rows: readonly Row[], size: number) {
  const page = rows.slice(0, size)
  return { page, next: rows.length > size ? String(page.at(-1)?.position) : null }
}

/** Returns the position that a cursor names. Refuses any other text. */
export function readPosition(cursor: string): number {
  if (!/^\d{1,15}$/.test(cursor)) throw new Refusal(400, 'The cursor is not valid')
  return Number(cursor)
}
