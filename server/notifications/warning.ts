import { dangerIn, hintsAtDanger } from '../agent/safety.ts'

/** Returns what to do first, to a sender in danger whose text reaches nobody yet; null for other texts. */
export function warningTo(text: string): string | null {
  const danger = dangerIn(text)
  if (danger === 'selfharm') return 'Please call or text 988 now, or 911 if you are in danger.'
  return danger !== null || hintsAtDanger(text) ? 'If anyone is hurt or in danger, call 911 first.' : null
}
