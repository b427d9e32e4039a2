import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseListInParts } from '../../../src/api/list-parts.ts'

const whole = (text: string) => [...parseListInParts(text)].flat()

/** Items that fill several parts, with content that resembles the end of a part. */
const tricky = fc.oneof(
  fc.json(),
  fc.string().map((text) => JSON.stringify([text, { '],[': text }, '\\"', '}{'])),
)

it('parses every list like JSON.parse, in one part or in many', () => {
  fc.assert(
    fc.property(fc.array(tricky, { maxLength: 50 }), fc.integer({ min: 1, max: 400 }), (items, times) => {
      const text = ` [${Array.from({ length: times }, () => items.join(' ,\n'))
        .filter(Boolean)
        .join(',')}] `
      expect(whole(text)).toEqual(JSON.parse(text))
    }),
    { numRuns: 60 },
  )
})

it('splits long lists into many parts', () => {
  const items = Array.from({ length: 5_000 }, (_, id) => ({ id, text: 'a, "b" ]' }))
  const parts = [...parseListInParts(JSON.stringify(items))]
  expect(parts.length).toBeGreaterThan(3)
  expect(parts.flat()).toEqual(items)
})

it('rejects whatever JSON.parse rejects, wherever the error is', () => {
  const text = JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, text: `lead ${id}` })))
  const spoilt = fc
    .record({
      at: fc.nat(text.length),
      cut: fc.nat(3),
      put: fc.constantFrom('', ',', ']', '[', '}', '"', ',,', '[]'),
    })
    .map(({ at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut))
  fc.assert(
    fc.property(spoilt, (candidate) => {
      const outcome = (parse: (text: string) => unknown) => {
        try {
          return parse(candidate)
        } catch {
          return 'refused'
        }
      }
      expect(outcome(whole)).toEqual(outcome(JSON.parse))
    }),
    { numRuns: 60 },
  )
})

it.each(['', '{}', 'null', '"[]"', '[', '[1,', '[1,]', '[] []'])('rejects %j', (text) => {
  expect(() => whole(text)).toThrow(SyntaxError)
})
