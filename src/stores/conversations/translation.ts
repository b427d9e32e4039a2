import { computed, type ReadableAtom } from 'nanostores'
import { BadResponseError } from '../../api/errors.ts'
import { postTranslation } from '../../api/translation.ts'
import type { InboxThread } from '../../contract/conversations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { ownedAtom, requireAccount } from '../base/session/account.ts'

/** A message that was translated; `text` is null if no translation is certain to be faithful. */
export interface Translated {
  text: string | null
  /** The code of the original's language. */
  language: string
}

/** The translations of one conversation. They exist only in this page's memory. */
export interface ThreadTranslations {
  isShown: boolean
  isFetching: boolean
  /** Why the last request failed. No other request follows until the user asks for one. */
  error: unknown
  /** By message id. */
  messages: Readonly<Record<string, Translated>>
}

const NONE: ThreadTranslations = { isShown: false, isFetching: false, error: null, messages: {} }

/** By conversation id. */
const $all = ownedAtom<Readonly<Record<string, ThreadTranslations>>>({})

export const translationsIn = (id: string): ReadableAtom<ThreadTranslations> =>
  computed($all, (all) => all[id] ?? NONE)

/** Changes the translations of a conversation, unless they were forgotten in the meantime. */
function change(id: string, changes: Partial<ThreadTranslations>): void {
  const all = $all.get()
  const before = all[id]
  if (before) $all.set({ ...all, [id]: { ...before, ...changes } })
}

/** Shows the conversation in English from now on; see {@link translateNext}. */
export function showTranslations(id: string): void {
  $all.set({ [id]: NONE, ...$all.get() })
  change(id, { isShown: true, error: null })
}

/** Shows the originals again. Keeps the translations. */
export const hideTranslations = (id: string): void => change(id, { isShown: false, error: null })

/** Forgets the failures, so that {@link translateNext} tries again. */
export function retryTranslations(id: string): void {
  const { messages } = $all.get()[id] ?? NONE
  const translated = Object.entries(messages).filter(([, { text }]) => text !== null)
  change(id, { error: null, messages: Object.fromEntries(translated) })
}

/** Removes an erased conversation's translations. */
export function forgetTranslations(id: string): void {
  const { [id]: _, ...others } = $all.get()
  $all.set(others)
}

/**
 * Requests translations of the messages that have none, the newest first, if the user wants the conversation in English
 * and no request for it is under way. Call it again whenever the conversation or its translations change.
 */
export async function translateNext({ conversation, messages, translation }: InboxThread): Promise<void> {
  const { id } = conversation
  const { isShown, isFetching, error, messages: known } = $all.get()[id] ?? NONE
  if (!isShown || isFetching || error || !translation?.is_ready) return
  const { languages } = translation
  const missing = messages.filter((message) => message.id in languages && !(message.id in known))
  if (missing.length === 0) return
  const { organizationId } = requireAccount()
  change(id, { isFetching: true })
  try {
    const ids = missing.slice(-LIMITS.translated).map((message) => message.id)
    const translated = await postTranslation(organizationId, id, ids)
    const added = translated.flatMap(({ message_id, text }) =>
      ids.includes(message_id)
        ? [[message_id, { text, language: languages[message_id] ?? '' }] as const]
        : [],
    )
    if (added.length === 0) throw new BadResponseError('The server sent no translation.')
    change(id, {
      isFetching: false,
      messages: { ...$all.get()[id]?.messages, ...Object.fromEntries(added) },
    })
  } catch (reason) {
    change(id, { isFetching: false, error: reason })
  }
}
