import { describe, expect, it } from 'vitest'
import { afterNextWord, callClock, isEcho } from '../../../../src/domain/playground/spoken.ts'

describe('the position after the next word', () => {
  it('goes word by word to the end', () => {
    const text = ' Hi,  how are you? '
    const positions = []
    for (let at = 0; at < text.length; at = positions.at(-1) ?? text.length)
      positions.push(afterNextWord(text, at))
    expect(positions.map((end) => text.slice(0, end))).toEqual([
      ' Hi,',
      ' Hi,  how',
      ' Hi,  how are',
      ' Hi,  how are you?',
      text,
    ])
    expect(afterNextWord('', 0)).toBe(0)
  })
})

describe('an echo', () => {
  it('has only words that were being said', () => {
    expect(isEcho('how can I help', 'This is Fern. How can I help you?')).toBe(true)
    expect(isEcho('yes I need help', 'This is Fern. How can I help you?')).toBe(false)
  })
})

describe('the clock of a call', () => {
  it('shows minutes and seconds', () => {
    expect([-5, 999, 61_000, 3_600_000].map(callClock)).toEqual(['0:00', '0:00', '1:01', '60:00'])
  })
})
