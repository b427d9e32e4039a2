import * as v from 'valibot'
import { businessOfCase, type Case } from '../../../scripts/eval/cases.ts'
import { type Ending, type Message, toMinute } from '../../../scripts/eval/judge.ts'
import { respond } from '../../../server/agent/respond.ts'
import { withoutSecrets } from '../../../server/agent/secrets.ts'
import { readState } from '../../../server/agent/state.ts'
import { begin, type Turn } from '../../../server/agent/turn.ts'
import { answeredByAgent, OF_AGENT } from '../../../server/conversations/standing.ts'
import { businessFrom } from '../../../server/profiles/business.ts'
import { ChatPost } from '../../../src/contract/widget.ts'

const stored = (state: Turn['state']) => readState(JSON.parse(JSON.stringify(state)))

/** Plays a case with the agent's rules alone, without the API and the database. The time is `now` in each turn. */
export async function playRules(each: Case, now: Date): Promise<Ending> {
  const { profile, ...given } = businessOfCase(each)
  const business = await businessFrom({ ...given, fields: JSON.parse(JSON.stringify(profile)) }, now)
  const context = { business, now, busy: [] }
  const messages: Message[] = []
  const hear = ({ replies }: Turn) =>
    messages.push(...replies.map((text) => ({ from: 'agent' as const, text, ms: null })))

  let turn = begin(context)
  let booked: Date | null = null
  let standing = OF_AGENT
  hear(turn)
  for (const text of each.turns) {
    messages.push({ from: 'visitor', text, ms: null })
    const posted = v.safeParse(ChatPost, { client_id: 'turn', content: text })
    if (!posted.success) continue
    const before = { ...stored(turn.state), booked: booked?.toISOString() ?? null }
    turn = respond(context, before, withoutSecrets(posted.output.content))
    standing = answeredByAgent(standing, turn.needs)
    if (turn.booking) booked = turn.booking.kind === 'cancel' ? null : turn.booking.start
    hear(turn)
  }
  return {
    messages,
    lead: turn.extracted,
    booking: booked && { start: toMinute(booked) },
    state: standing.status,
  }
}
