import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Inbox, InboxConversation, InboxQuery } from '../../contract/conversations.ts'
import { searchable } from '../../domain/leads/filter.ts'
import { organizationQuery } from '../base/query/query.ts'
import { readInbox } from './read.ts'

/** Milliseconds without a keystroke before the server is queried. */
const TYPING_PAUSE = 250

/** The number of conversations that the palette requests. */
const MOST = '8'

/**
 * A conversation and the query that found it. The query is null for one of the newest conversations, which can match by
 * visitor name.
 */
export interface PaletteConversation {
  conversation: InboxConversation
  query: string | null
}

const $query = atom<string | null>(null)

const $found = organizationQuery<Inbox | null, InboxQuery>({
  kind: 'found-conversations',
  $input: computed($query, (q) => (q ? { q, limit: MOST } : null)),
  read: (organizationId, signal, query) => readInbox(organizationId, query, signal),
})

const $newest = organizationQuery<Inbox | null>({
  kind: 'inbox',
  read: (organizationId, signal) => readInbox(organizationId, {}, signal),
})

/** The conversations for the palette: those whose messages match the search, then the newest ones without a lead. */
export const $paletteConversations: ReadableAtom<readonly PaletteConversation[]> = computed(
  [$found, $newest, $query],
  (found, newest, query) => {
    const hits = (query !== null && found.data?.conversations) || []
    const ids = new Set(hits.map(({ id }) => id))
    // A conversation with a lead is found through its lead.
    const others = (newest.data?.conversations ?? []).filter(
      ({ id, lead_id }) => lead_id === null && !ids.has(id),
    )
    return [
      ...hits.map((conversation) => ({ conversation, query })),
      ...others.map((conversation) => ({ conversation, query: null })),
    ]
  },
)

let pause: ReturnType<typeof setTimeout> | undefined

/** Searches the messages once the user pauses typing. */
export function findConversations(typed: string): void {
  const query = searchable(typed).trim() || null
  clearTimeout(pause)
  if (query === null) $query.set(null)
  else pause = setTimeout(() => $query.set(query), TYPING_PAUSE)
}
