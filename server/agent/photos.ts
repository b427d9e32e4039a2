import { Agenda } from './agenda.ts'
import { quickReplies } from './schedule/offer.ts'
import { Scheduler } from './schedule/scheduler.ts'
import type { AgentContext, AgentState } from './state.ts'
import { say } from './texts/dialogue.ts'
import type { Turn } from './turn.ts'

/**
 * Returns the agent's turn after photos without text: thanks, then the open question. The agent doesn't see the photos.
 * Without a photo, the file can't be shown, and the agent says that.
 */
export function thankForPhotos(context: AgentContext, previous: AgentState, count: number): Turn {
  const state = structuredClone(previous)
  const thanks = say(state.language, count === 0 ? 'noPhoto' : count === 1 ? 'photo' : 'photos')
  return {
    state,
    replies: new Agenda(context, state, new Scheduler(context, state, '')).resume(thanks),
    stated: [],
    extracted: state.known,
    booking: null,
    quickReplies: quickReplies(state, context.business),
    needs: null,
    trace: null,
  }
}
