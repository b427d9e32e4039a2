import { atom, type ReadableAtom } from 'nanostores'
import { fetchThread } from '../../api/conversations.ts'
import type { InboxThread } from '../../contract/conversations.ts'
import { orNull } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'

/** A conversation with its messages; null if the API has no such conversation, or no inbox. */
export type Thread = InboxThread | null

const readThread = orNull(fetchThread)

/** Returns the query of one conversation, idle without an id. It stays up to date while it is displayed. */
export const threadQuery = ($id: ReadableAtom<string | null>): ReadableAtom<QueryState<Thread>> =>
  organizationQuery<Thread, string>({
    kind: 'thread',
    $input: $id,
    read: (organizationId, signal, id) => readThread(organizationId, id, signal),
  })

export const threadOf = (id: string): ReadableAtom<QueryState<Thread>> => threadQuery(atom(id))
