import type { AgentTrace } from '../../src/contract/trace.ts'
import type { Message } from './judge.ts'
import type { Result } from './play.ts'

const percent = (chance: number) => `${Math.round(100 * chance)} %`
const line = (name: string, parts: readonly string[]) =>
  parts.length > 0 ? [`  ${`${name}:`.padEnd(12)} ${parts.join(', ')}`] : []

/** Returns the lines about one turn. Leaves out what is empty. */
function linesOf({ intents, acts, facts, sources, danger, maker, fallback, dropped }: AgentTrace): string[] {
  return [
    ...line('danger', danger ? [danger] : []),
    ...line(
      'understood',
      intents.map(({ name, chance }) => `${name} ${percent(chance)}`),
    ),
    ...line('acts', acts),
    ...line(
      'facts',
      facts.map(({ field, value, quote }) => `${field} = ${value}${quote === value ? '' : ` (“${quote}”)`}`),
    ),
    ...sources.flatMap(({ id, text }) => line('source', [`${id} “${text}”`])),
    ...line('maker', fallback ? [`${maker} (${fallback})`] : [maker]),
    ...dropped.flatMap(({ say, reason }) => line('dropped', [`“${say}” (${reason})`])),
  ]
}

/** Returns a readable form of a case that was played with `explains`. */
export function explain({ id, messages }: Result): string {
  const lines = messages.flatMap(({ from, text, why }, index) => {
    if (from === 'visitor') return ['', `visitor: ${text}`]
    const isFirst = (messages[index - 1] as Message | undefined)?.from !== 'agent'
    return [...(isFirst && why ? linesOf(why) : []), ...line('says', [text])]
  })
  return `${[`── ${id}`, ...lines].join('\n')}\n\n`
}
