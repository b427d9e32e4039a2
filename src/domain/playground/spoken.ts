/** Returns the position after the next word of a text, from a position on. */
export function afterNextWord(text: string, from: number): number {
  const [next = ''] = /^\s*\S+/.exec(text.slice(from)) ?? []
  return next === '' ? text.length : from + next.length
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/** Returns whether what a microphone picked up can be what the agent was saying, because it has no other words. */
export function isEcho(heard: string, said: string): boolean {
  const known = new Set(wordsOf(said))
  return wordsOf(heard).every((word) => known.has(word))
}

/** Returns a duration as a phone shows it: minutes and seconds. */
export function callClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
