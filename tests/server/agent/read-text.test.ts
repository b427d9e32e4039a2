import { expect, it } from 'vitest'
import { readText } from '../../../server/agent/read-text.ts'

it.each([
  ['can u  call me', 'can you call me'],
  ['who r u.', 'who are you.'],
  ['Can U call?', 'Can you call?'],
  ['is that ur number?', 'is that your number?'],
  ["y'all open? yall's truck", 'you open? your truck'],
  ['w my wife', 'with my wife'],
  ['i dont. cant', "i don't. can't"],
  ["im jane, ill call, i've moved", "i'm jane, i'll call, i've moved"],
  ['whats next', "what's next"],
  ['tmrw', 'tomorrow'],
  ["hi, i'm just wondering if you guys do sod", 'hi, do you do sod'],
  ['curious if you service Dublin', 'do you service Dublin'],
  ['I wanted to ask whether you can come', 'can you come'],
])('spells out %j', (text, expected) => expect(readText(text)).toBe(expected))

it.each([
  'Jane Im',
  'u@mail.com',
  'jane.u@mail.com',
  'at 12 U St',
  '1400 u st nw',
  'Jane U. Smith',
  'a U.S. flag',
  'siete u ocho',
  'he is ill',
])('keeps %j', (text) => expect(readText(text)).toBe(text))
