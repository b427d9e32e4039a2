import type { Kysely } from 'kysely'
import { firstName } from '../../../src/domain/conversations/first-name.ts'
import { sayToVisitor } from '../../agent/texts/visitor.ts'
import type { Language } from '../../base/catalogue.ts'
import { repliesAt, type StoredMessage } from '../../conversations/messages.ts'
import type { Database } from '../../db/schema.ts'
import { NAMELESS_AGENT } from '../../profiles/business.ts'
import type { Composed, Withdrawn } from '../composed.ts'
import { textParts } from '../text-parts.ts'
import type { Facts } from './facts.ts'
import { inText } from './fit-text.ts'
import { cut } from './words.ts'

const NAME_LENGTH = 40

type Named = Pick<Facts['business'], 'agentName' | 'name'>

/**
 * Returns the text that answers a visitor's text, from the messages in the conversation. The first one to a visitor says
 * who writes, and that the agent is automated. Null if the messages are gone.
 */
export async function composeText(
  db: Kysely<Database>,
  { row, business, language }: Facts,
): Promise<Composed | Withdrawn | null> {
  const { from, to, part } = row.data
  if (typeof from !== 'number' || typeof to !== 'number' || row.conversation_id === null) return null
  const messages = await repliesAt(db, row.conversation_id, from, to)
  const [first] = messages
  const text = textParts(
    messages.map(({ content }) => content),
    language,
  )[typeof part === 'number' ? part : 0]
  if (!first || text === undefined) return null
  if (await isContinued(db, row)) return { channel: 'sms', text }
  return { channel: 'sms', text: `${introduction(first, business, language)}\n${text}` }
}

/** Returns the texts that answer a visitor's text in a test, as they would be sent. */
export function testTexts(
  messages: readonly Pick<StoredMessage, 'author' | 'author_name' | 'content'>[],
  business: Named,
  { language, isFirst }: { language: Language; isFirst: boolean },
): string[] {
  const [first] = messages
  const texts = textParts(
    messages.map(({ content }) => content),
    language,
  )
  if (!first || !isFirst) return texts
  return texts.map((text, part) =>
    part === 0 ? `${introduction(first, business, language)}\n${text}` : text,
  )
}

/** Says who writes, and that the agent is automated. */
function introduction(
  { author, author_name: name }: Pick<StoredMessage, 'author' | 'author_name'>,
  business: Named,
  language: Language,
): string {
  const names = {
    agent: short(business.agentName),
    business: short(business.name),
    name: short(firstName(name) ?? business.name),
  }
  const byAgent = business.agentName === NAMELESS_AGENT ? 'textedByAssistant' : 'textedByAgent'
  return sayToVisitor(language, author === 'agent' ? byAgent : 'textedByPerson', names)
}

const short = (name: string) => cut(inText(name), NAME_LENGTH)

/** Returns whether an earlier text of the conversation was sent. */
async function isContinued(
  db: Kysely<Database>,
  { conversation_id, position, id }: Pick<Facts['row'], 'conversation_id' | 'position' | 'id'>,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('notifications')
    .select('id')
    .where('conversation_id', '=', conversation_id)
    .where('kind', '=', 'text')
    .where('id', '<>', id)
    .where('position', '<', position)
    .where('sent_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
