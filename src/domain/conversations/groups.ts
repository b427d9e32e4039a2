import type { InboxConversation } from '../../contract/conversations.ts'
import { type InboxFilter, meets } from './filter.ts'
import { inOrderOfNeed, needsPerson } from './state.ts'

/** The inbox: first the conversations that need a person, in the order in which to answer them, then the others. */
export interface InboxGroups {
  needing: readonly InboxConversation[]
  others: readonly InboxConversation[]
}

/**
 * Returns the rows of a list in groups. `waiting` are all conversations that need a person: those that meet the filter
 * are in the list even if they are too old for the loaded rows. Only the server can search, so a search adds none.
 */
export function inGroups(
  rows: readonly InboxConversation[],
  waiting: readonly InboxConversation[],
  filter: InboxFilter,
  userId: string | null,
): InboxGroups {
  const listed = new Set(rows.map(({ id }) => id))
  const added =
    filter.search.trim() === ''
      ? waiting.filter((row) => !listed.has(row.id) && meets(row, filter, userId))
      : []
  return {
    needing: inOrderOfNeed([...rows, ...added]),
    others: rows.filter((row) => !needsPerson(row)),
  }
}
