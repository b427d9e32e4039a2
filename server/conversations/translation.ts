import type { Translation } from '../../src/contract/translation.ts'
import { foreignLanguages } from '../agent/languages.ts'
import { fitting, translate, UnreadableAnswer } from '../agent/model/translate.ts'
import { createSlots, NoSlot } from '../base/slots.ts'
import { HttpError } from '../http/http-error.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps, Member } from '../kernel/deps.ts'
import { inboxConversation } from './inbox.ts'
import { type StoredMessage, saidIn } from './messages.ts'

/** The number of the newest messages whose language is examined, and that can therefore be translated. */
const EXAMINED = 60

/**
 * The translations that one server requests at the same time. An organization requests one at a time, because
 * answers to its visitors come from the same share of the model.
 */
const SHARES = { atOnce: 8, ofOne: 1, waiting: 4, patienceMs: 10_000 }

/** Returns how the members can read a conversation's messages in English. */
export const translationOf = ({ model }: Pick<Deps, 'model'>, messages: readonly StoredMessage[]) => ({
  is_ready: Boolean(model),
  languages: foreignLanguages(
    messages.filter(({ message_type }) => message_type !== 'note').slice(-EXAMINED),
  ),
})

type Translate = (member: Member, conversationId: string, ids: readonly string[]) => Promise<Translation[]>

/**
 * Returns a function that translates messages of a conversation for a member, the newest first, as many as fit into one
 * request to the model. Notes and messages of other conversations are ignored. Rejects with 404 if the organization has
 * no such conversation, with 422 without a model, and with 503 if the model or its share fails.
 */
export function createTranslator(deps: Deps): Translate {
  const slots = createSlots(SHARES)
  return async ({ organizationId }, conversationId, ids) => {
    const { db, log, model } = deps
    await inboxConversation(db, organizationId, conversationId)
    if (!model) throw notConfigured('translation')
    const stored = await saidIn(db, conversationId).where('id', 'in', ids).execute()
    const messages = fitting(stored.toReversed())
    try {
      const texts = await slots.run(organizationId, () => translate(model, messages))
      return messages.map(({ id }) => ({ message_id: id, text: texts.get(id) ?? null }))
    } catch (error) {
      if (error instanceof NoSlot) throw error
      // Only the reason, because the conversation is private.
      log.info({ reason: error instanceof Error ? error.name : 'failure' }, 'messages were not translated')
      throw unavailable(error)
    }
  }
}

function unavailable(error: unknown): HttpError {
  const name = error instanceof Error ? error.name : ''
  const reason = REASONS[name] ?? 'The language model failed'
  return new HttpError(503, `${reason}. Please try again`, { headers: { 'Retry-After': '5' } })
}

/** The reasons for failures, by the error's name. */
const REASONS: Readonly<Record<string, string>> = {
  TimeoutError: 'The language model took too long',
  [UnreadableAnswer.name]: 'The language model returned no translation',
}
