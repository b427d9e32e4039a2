import { answerByModel } from '../agent/model/answer.ts'
import type { Turn } from '../agent/turn.ts'
import { readable, saidIn } from '../conversations/messages.ts'
import type { Deps } from '../kernel/deps.ts'
import type { AskModel } from '../model/client.ts'
import type { Situation } from './situation.ts'

/** Longer than a model takes. The caller of a spoken answer hears a filler of the call. */
const NEVER_MS = 600_000

/** A model's answer, the length of the conversation that it answers, and the part that the visitor has seen. */
export interface Draft {
  count: number
  turn: Turn
  shown: string
  /** Removes the part that was shown, if the exchange can't be stored. */
  withdraw: () => Promise<void>
}

/**
 * Requests an answer to a message from the model, and streams its sentences to the visitor. Must be called before the
 * transaction that stores the exchange, so that a slow model doesn't block it. Stops if a person takes over. An answer that
 * is `spoken` is shown to nobody, and stops if the caller interrupts it.
 */
export async function draftByModel(
  { db, events, log, metrics }: Deps,
  model: AskModel,
  { conversation, count, before, context }: Situation,
  content: string,
  spoken: { signal: AbortSignal } | null = null,
): Promise<Draft> {
  const { id, organization_id: organizationId } = conversation
  const rows = await saidIn(db, id).execute()

  let published = Promise.resolve()
  const show = (text: string) => {
    if (spoken) return
    const part = { type: 'reply_part', conversation_id: id, position: count, text } as const
    published = published
      .then(async () => (await events.publishWithin(db, organizationId, part))())
      .catch((error) => log.warn({ err: error }, 'part of an answer was not shown'))
  }
  const ended = new AbortController()
  const leave = events.subscribe(organizationId, (event) => {
    const isOwn = event.type === 'conversation_changed' && event.conversation_id === id
    if (isOwn && event.status === 'person') ended.abort()
  })
  try {
    const { turn, fallback, shown } = await answerByModel(model, context, before, readable(rows), content, {
      show,
      signal: spoken ? AbortSignal.any([ended.signal, spoken.signal]) : ended.signal,
      ...(spoken && { fillerMs: NEVER_MS }),
    })
    // Log only the reason, because the conversation is private.
    if (fallback) {
      log.info({ reason: fallback }, 'the script answered instead of the model')
      metrics?.modelFallbacks.inc({ reason: fallback })
    }
    const withdraw = () => {
      if (shown !== '') show('')
      return published
    }
    await published
    return { count, turn, shown: spoken ? '' : shown, withdraw }
  } finally {
    leave()
  }
}
