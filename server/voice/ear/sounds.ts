import { chanceOf } from '../../agent/understand/likelihoods.ts'
import { wordsIn } from './pieces.ts'

/** The sounds of a listener, as speech recognition writes them. They are no words, so no examples contain them. */
const SOUND = /^(?:m+|m+[- ]?h+m+|mhm+|h+m+|u+h+|u+h+[- ]?h+u+h+|u+m+|a+h+|o+h+|aj[aá]|eh+)$/i
/** The intents of what people say while they listen, the least probability of these, and the most words. */
const LISTENING = ['accept', 'chat', 'heard', 'praise', 'thank']
const LEAST = 0.6
const MOST_WORDS = 3

const bare = (text: string) => text.replace(/[^\p{L}\s-]/gu, '').trim()

/** Returns whether a caller only makes a sound, which is no answer: `mhm`. */
export const isSound = (text: string): boolean =>
  text.split(/[,.!?…]+/).every((part) => bare(part) === '' || SOUND.test(bare(part)))

/** Returns whether a caller who speaks while the agent does only shows that they listen: `mhm`, `okay`. */
export const isListening = (text: string): boolean =>
  isSound(text) ||
  (wordsIn(text).length <= MOST_WORDS && !/\d/.test(text) && chanceOf(text, LISTENING) >= LEAST)
