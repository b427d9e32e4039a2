import { wordsIn } from '../../server/voice/ear/pieces.ts'

const MOST_WORDS = 25
const EMOJI = /\p{Extended_Pictographic}/u

/** Returns what makes a turn hard to understand on the phone. */
export function unspeakable(turn: string): string[] {
  const questions = turn.match(/\?/g)?.length ?? 0
  return [
    ...(wordsIn(turn).length > MOST_WORDS ? ['words'] : []),
    ...(questions > 1 ? ['questions'] : []),
    ...(/\d/.test(turn) ? ['digits'] : []),
    ...(/https?:|www\.|\.(?:com|org|net)\b/i.test(turn) ? ['link'] : []),
    ...(/[*_`#[\](){}•$%@&/]/.test(turn) ? ['signs'] : []),
    ...(EMOJI.test(turn) ? ['emoji'] : []),
  ]
}
