import type { Kysely } from 'kysely'
import { firstName } from '../../../src/domain/conversations/first-name.ts'
import { sayToVisitor } from '../../agent/texts/visitor.ts'
import { repliesAt } from '../../conversations/messages.ts'
import type { Database } from '../../db/schema.ts'
import { NAMELESS_AGENT } from '../../profiles/business.ts'
import type { Composed, Withdrawn } from '../composed.ts'
import { textParts } from '../text-parts.ts'
import type { Facts } from './facts.ts'
import { inText } from './fit-text.ts'
import { cut } from './words.ts'

const NAME_LENGTH = 40

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
  const text = textParts(messages.map(({ content }) => content))[typeof part === 'number' ? part : 0]
  if (!first || text === undefined) return null
  if (await isContinued(db, row)) return { channel: 'sms', text }
  const names = {
    agent: short(business.agentName),
    business: short(business.name),
    name: short(firstName(first.author_name) ?? business.name),
  }
  const byAgent = business.agentName === NAMELESS_AGENT ? 'textedByAssistant' : 'textedByAgent'
  const says = sayToVisitor(language, first.author === 'agent' ? byAgent : 'textedByPerson', names)
  return { channel: 'sms', text: `${says}\n${text}` }
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
