import { atom, type ReadableAtom } from 'nanostores'
import { fetchTrace } from '../../api/trace.ts'
import type { AgentTrace } from '../../contract/trace.ts'
import type { TracedTurn } from '../../domain/conversations/traced-turns.ts'
import { orNull } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'

const readTrace = orNull(fetchTrace)

/** Returns the query of why the agent wrote a turn; null if the API no longer knows. */
export const traceOf = ({
  conversationId,
  messageId,
}: Pick<TracedTurn, 'conversationId' | 'messageId'>): ReadableAtom<QueryState<AgentTrace | null>> =>
  organizationQuery<AgentTrace | null, string>({
    kind: 'trace',
    $input: atom(messageId),
    read: (organizationId, signal) => readTrace(organizationId, { conversationId, messageId }, signal),
  })
