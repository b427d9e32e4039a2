import type { Selectable } from 'kysely'
import { lastMessage } from '../../server/conversations/messages.ts'
import { OF_AGENT } from '../../server/conversations/standing.ts'
import type { ConversationsTable, MessagesTable } from '../../server/db/schema.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { DEMO_USERS } from './organizations.ts'
import { originOf } from './origin.ts'
import { createRandom } from './random.ts'
import { type Line, WAITING } from './waiting.ts'

const SPAN_DAYS = 85
const QUESTIONS = [
  ['Are you open on Sundays?', "We're closed on Sundays, but I can help you here anytime."],
  ['Do you mow in Zanesville?', "I'm sorry, that's outside the area we serve."],
  ['Just looking, thanks', "No problem. I'm here if you have a question."],
  ['How much for a small yard?', 'That depends on the yard. May I ask for your name and a phone number?'],
] as const

interface Visit {
  conversation: Selectable<ConversationsTable>
  messages: Selectable<MessagesTable>[]
}

const nameOf = (userId: string) => {
  const { firstName, lastName } = DEMO_USERS.find(({ id }) => id === userId) ?? DEMO_USERS[0]
  return `${firstName} ${lastName}`
}

/** Returns conversations of visitors who left without contact details. Deterministic. */
export function makeVisits(
  {
    organizationId,
    ownerId,
    seed,
    now,
  }: { organizationId: string; ownerId: string; seed: number; now: Date },
  count: number,
): Visit[] {
  return Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed * 9_000_011 + index)
    const begun = new Date(now.getTime() - ((index + random.next()) / count) * SPAN_DAYS * DAY_MS)
    const id = random.id('conv')
    const [question, answer] = random.pick<readonly [string, string]>(QUESTIONS)
    const waiting = WAITING[index]
    const lines: readonly Line[] = waiting?.lines ?? [
      { author: 'visitor', content: question },
      { author: 'agent', content: answer },
    ]
    const owner = nameOf(ownerId)
    const messages = lines.map(({ author, content }, position) => ({
      id: random.id('msg'),
      organization_id: organizationId,
      conversation_id: id,
      position,
      message_type: author === 'visitor' ? ('incoming' as const) : ('outgoing' as const),
      author,
      author_name: author === 'person' ? owner : null,
      content,
      client_id: null,
      trace: null,
      unheard: null,
      created_at: begun,
    }))
    const standing = waiting?.standing({ userId: ownerId, name: owner }, now) ?? OF_AGENT
    return {
      conversation: {
        id,
        organization_id: organizationId,
        visitor_token_hash: null,
        state: {},
        page_url: null,
        ...originOf('website_chat', random),
        channel: 'website_chat',
        text_phone: null,
        waiting_since: null,
        ...standing,
        ...lastMessage(messages, standing.needs),
        unread: waiting?.unread ?? 0,
        is_test: false,
        created_at: begun,
        updated_at: begun,
      },
      messages,
    }
  })
}
