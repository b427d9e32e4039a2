import type { Selectable } from 'kysely'
import type { ConversationsTable, MessagesTable } from '../../server/db/schema.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { originOf } from './origin.ts'
import { createRandom } from './random.ts'

const SPAN_DAYS = 85
const QUESTIONS = [
  ['Are you open on Sundays?', 'We are closed on Sundays. I can help you here at any time.'],
  ['Do you mow in Zanesville?', 'I am afraid that is outside the area we serve.'],
  ['Just looking, thanks', 'No problem. I am here if you have a question.'],
  ['How much for a small yard?', 'That depends on the yard. May I ask for your name and a phone number?'],
] as const

interface Visit {
  conversation: Selectable<ConversationsTable>
  messages: Selectable<MessagesTable>[]
}

/** Returns conversations of visitors who left without contact details. Deterministic. */
export function makeVisits(
  { organizationId, seed, now }: { organizationId: string; seed: number; now: Date },
  count: number,
): Visit[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed * 9_000_011 + index)
    const begun = new Date(now.getTime() - ((index + random.next()) / count) * SPAN_DAYS * DAY_MS)
    const id = random.id('conv')
    const texts = random.pick<readonly string[]>(QUESTIONS)
    return {
      conversation: {
        id,
        organization_id: organizationId,
        visitor_token_hash: null,
        state: {},
        page_url: null,
        ...originOf('website_chat', random),
        created_at: begun,
        updated_at: begun,
      },
      messages: texts.map((content, position) => ({
        id: random.id('msg'),
        conversation_id: id,
        position,
        message_type: position === 0 ? 'incoming' : 'outgoing',
        content,
        client_id: null,
        created_at: begun,
      })),
    }
  })
}
