import { respond } from '../../../server/agent/respond.ts'
import { readState } from '../../../server/agent/state.ts'
import { begin, type Turn } from '../../../server/agent/turn.ts'
import { aContext } from './business.ts'

/** Plays a visitor's messages in order. Returns every turn, with the greeting first. */
export function converse(messages: readonly string[], context = aContext()): Turn[] {
  const turns = [begin(context)]
  for (const message of messages) {
    const stored = JSON.parse(JSON.stringify(turns.at(-1)?.state))
    turns.push(respond(context, readState(stored), message))
  }
  return turns
}

export const last = (turns: readonly Turn[]) => turns.at(-1) as Turn
export const said = (turns: readonly Turn[]) => last(turns).replies.join(' ')
