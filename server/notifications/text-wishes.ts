const STOP =
  /^(please )?(stop( all)?|stopall|unsubscribe|cancel|end|quit|revoke|opt ?out)( (please|now|it|messages|texts|texting( me)?|messaging( me)?))?$/
const START = /^(start|yes|unstop)$/
const HELP = /^(help|info)$/

/** Returns what a text to this server's number requests, ignoring case and punctuation, or null for any other text. */
export function wishOf(text: string): 'stop' | 'start' | 'help' | null {
  const words = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (STOP.test(words)) return 'stop'
  if (START.test(words)) return 'start'
  return HELP.test(words) ? 'help' : null
}
