import type { Kysely } from 'kysely'
import { type AskedQuestion, MOST_ASKED, MOST_WORDINGS } from '../../src/contract/asked-questions.ts'
import { findAddresses } from '../agent/extract/address.ts'
import { findEmails, findPhones } from '../agent/extract/contact.ts'
import type { FaqEntry } from '../agent/faq.ts'
import { findAnswer } from '../agent/faq.ts'
import { meaningOf } from '../agent/terms.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'

/** Replaces a phone number or an address of a person. */
const MASK = '•••'
/** Any other long number, such as that of a card, an account, or an order. */
const LONG_NUMBER = /\+?\d(?:[\s().-]{0,2}\d){6,}/g
/** How many of the newest rows are grouped. */
const MOST_ROWS = 2_000

/** Removes data that identifies a person from a question, where it can be recognized. */
export function impersonal(question: string): string {
  const found = [...findPhones(question), ...findEmails(question), ...findAddresses(question)]
  return found
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + MASK + text.slice(end), question)
    .replace(LONG_NUMBER, MASK)
}

/** Stores a visitor's questions for the team. Those of a test are the team's own. */
export async function storeAsked(
  db: Kysely<Database>,
  conversation: { id: string; organization_id: string; is_test: boolean },
  questions: readonly string[],
  now: Date,
): Promise<void> {
  if (conversation.is_test) return
  const rows = questions.map(impersonal).map((question) => ({
    organization_id: conversation.organization_id,
    id: newId('asked'),
    conversation_id: conversation.id,
    question,
    meaning: meaningOf(question),
    asked_at: now,
  }))
  if (rows.length > 0) await db.insertInto('asked_questions').values(rows).execute()
}

/**
 * Returns the organization's open questions, or those of one conversation, grouped by meaning: most asked first, then
 * newest. Omits questions that one of `faqs` answers.
 */
export async function openQuestions(
  db: Kysely<Database>,
  organizationId: string,
  faqs: readonly FaqEntry[],
  conversationId?: string,
): Promise<AskedQuestion[]> {
  const rows = await db
    .selectFrom('asked_questions')
    .select(['id', 'conversation_id', 'question', 'meaning', 'asked_at'])
    .where('organization_id', '=', organizationId)
    .$if(conversationId !== undefined, (all) => all.where('conversation_id', '=', conversationId ?? ''))
    .orderBy('asked_at', 'desc')
    .orderBy('id')
    .limit(MOST_ROWS)
    .execute()
  const asked = [...Map.groupBy(rows, ({ meaning }) => meaning).values()]
    .flatMap((group) => {
      const [newest] = group
      return newest
        ? {
            id: newest.id,
            wordings: [...new Set(group.map(({ question }) => question))].slice(0, MOST_WORDINGS),
            count: new Set(group.map(({ conversation_id }) => conversation_id)).size,
            last_asked_at: newest.asked_at.toISOString(),
            conversation_id: newest.conversation_id,
          }
        : []
    })
    .sort((a, b) => b.count - a.count)
  const open: AskedQuestion[] = []
  for (const each of asked) {
    if (open.length === MOST_ASKED) break
    if (!findAnswer(faqs, each.wordings[0] ?? '')) open.push(each)
  }
  return open
}

/**
 * Removes a question and all others with the same meaning, or those of one conversation. Returns whether there was one.
 */
export async function dismissAsked(
  db: Kysely<Database>,
  organizationId: string,
  questionId: string,
  conversationId?: string,
): Promise<boolean> {
  const same = db
    .selectFrom('asked_questions')
    .select('meaning')
    .where('organization_id', '=', organizationId)
    .where('id', '=', questionId)
  const { numDeletedRows } = await db
    .deleteFrom('asked_questions')
    .where('organization_id', '=', organizationId)
    .where('meaning', 'in', same)
    .$if(conversationId !== undefined, (all) => all.where('conversation_id', '=', conversationId ?? ''))
    .executeTakeFirst()
  return numDeletedRows > 0n
}
