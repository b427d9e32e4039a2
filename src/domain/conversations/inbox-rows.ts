import type { InboxConversation } from '../../contract/conversations.ts'

/**
 * The loaded start of a list, latest message first. `cursor` requests the rows that follow, and is null if there are no
 * more.
 */
export interface InboxRows {
  rows: readonly InboxConversation[]
  cursor: string | null
}

interface Page {
  conversations: readonly InboxConversation[]
  cursor: string | null
}

export const toRows = ({ conversations, cursor }: Page): InboxRows => ({ rows: conversations, cursor })

const timeOf = ({ last_message_at }: InboxConversation) => Date.parse(last_message_at)

/**
 * Returns the rows updated with the list's first page. Later rows stay loaded, unless so much has changed that rows in
 * between could be missing. The row `kept` stays, even if it no longer belongs in the list, until another row is
 * opened.
 */
export function withFirstPage(before: InboxRows, page: Page, kept: string | null): InboxRows {
  const fresh = new Set(page.conversations.map(({ id }) => id))
  const last = page.conversations.at(-1)
  const end = page.cursor !== null && last ? timeOf(last) : Number.NEGATIVE_INFINITY
  const times = new Map(before.rows.map((row) => [row.id, timeOf(row)]))
  const isContinued = page.conversations.some((row) => times.get(row.id) === timeOf(row))
  const older = isContinued ? before.rows.filter((row) => !fresh.has(row.id) && timeOf(row) <= end) : []
  const shown = before.rows.find(({ id }) => id === kept)
  const rows = [...page.conversations, ...older]
  const isGone = shown && !rows.includes(shown) && !fresh.has(shown.id)
  return {
    rows: isGone ? inserted(rows, shown) : rows,
    cursor: older.length > 0 ? before.cursor : page.cursor,
  }
}

export function withNextPage(before: InboxRows, page: Page): InboxRows {
  const known = new Set(before.rows.map(({ id }) => id))
  return {
    rows: [...before.rows, ...page.conversations.filter(({ id }) => !known.has(id))],
    // A cursor that does not advance would be requested over and over.
    cursor: page.cursor === before.cursor ? null : page.cursor,
  }
}

/** Returns the rows with an updated row in its current position. Removes the row if it is null. */
export function withRow({ rows, cursor }: InboxRows, id: string, row: InboxConversation | null): InboxRows {
  const others = rows.filter((one) => one.id !== id)
  return { rows: row ? inserted(others, row) : others, cursor }
}

function inserted(rows: readonly InboxConversation[], row: InboxConversation): InboxConversation[] {
  const at = rows.findIndex((one) => timeOf(one) <= timeOf(row))
  return rows.toSpliced(at === -1 ? rows.length : at, 0, row)
}
