import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import type { Expectation } from './cases.ts'

export interface Message {
  from: 'visitor' | 'agent'
  text: string
  /** The response time in milliseconds; null for the visitor's own messages. */
  ms: number | null
  /** With `--explain`, why the agent said it; null for the greeting. */
  why?: AgentTrace | null
}

/** The state of a conversation at its end. */
export interface Ending {
  messages: readonly Message[]
  lead: ExtractedMetadata
  /** The booked call, in UTC to the minute. */
  booking: { start: string } | null
  state: string
}

const MINUTE = 'YYYY-MM-DDTHH:mm'.length
export const toMinute = (date: Date) => date.toISOString().slice(0, MINUTE)

/** Returns a description of each unmet expectation; empty if all are met. */
export function judge(expect: Expectation, ending: Ending): string[] {
  const said = ending.messages.flatMap(({ from, text }) => (from === 'agent' ? [text] : [])).join('\n')
  return [
    ...leadFailures(expect.lead, ending.lead),
    ...bookingFailures(expect.booking, ending.booking),
    ...expect.says.flatMap(({ written, pattern }) =>
      pattern.test(said) ? [] : [`says: nothing matches ${written}`],
    ),
    ...expect.never.flatMap(({ written, pattern }) => {
      const found = pattern.exec(said)
      return found ? [`never: ${written} matches "${found[0]}"`] : []
    }),
    ...(expect.state === undefined || expect.state === ending.state
      ? []
      : [`state: ${ending.state} instead of ${expect.state}`]),
  ]
}

function leadFailures(expected: Expectation['lead'], lead: ExtractedMetadata): string[] {
  if (expected === undefined) return []
  const known: Record<string, string | null> = lead
  const fields = expected ?? Object.fromEntries(Object.keys(known).map((name) => [name, null]))
  return Object.entries(fields).flatMap(([name, value]) => {
    const found = known[name] ?? null
    if (isAsExpected(name, value, found)) return []
    const [was, wanted] = [found, value].map((each) => JSON.stringify(each || null))
    return [`lead.${name}: ${was} instead of ${wanted}`]
  })
}

const plain = (text: string) => text.trim().toLowerCase()
const lastTenDigits = (text: string) => text.replace(/\D/g, '').slice(-10)

function isAsExpected(name: string, expected: string | null, found: string | null): boolean {
  if (expected === null) return !found
  if (found === null) return false
  if (name === 'phone') return lastTenDigits(found) === lastTenDigits(expected)
  if (name === 'address') return plain(found).includes(plain(expected))
  return plain(found) === plain(expected)
}

function bookingFailures(expected: Expectation['booking'], booking: Ending['booking']): string[] {
  if (expected === undefined) return []
  const wanted = expected && toMinute(expected.start)
  const found = booking?.start ?? null
  return wanted === found ? [] : [`booking: ${found ?? 'none'} instead of ${wanted ?? 'none'}`]
}
