import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { faqsFromCsv, faqsToCsv } from '../../../../src/domain/settings/faq-csv.ts'

const A = { question: 'Q?', answer: 'A' }

describe('importing', () => {
  it.each([
    ['Question,Answer\nQ?,A'],
    ['question,answer\nQ?,A'],
    ['\uFEFF"QUESTION ","Answer:"\r\nQ?,A\r\n'],
    ['Answer;Id;Question\nA;7;Q?'],
    ['Q?,A'],
    [' Q? , A '],
    ['Question,Answer\n\n,\nQ?,A\n,,,'],
  ])('%j imports the question', (text) => {
    expect(faqsFromCsv(text)).toEqual({ faqs: [A], issues: [], duplicates: 0 })
  })

  it('lists the lines that it cannot import', () => {
    const long = 'x'.repeat(501)
    const text = `Question,Answer\nQ?,A\nonly a question\n,only an answer\n${long},A\nQ2,${'x'.repeat(5_001)}\n`
    expect(faqsFromCsv(text)).toEqual({
      faqs: [A],
      duplicates: 0,
      issues: [
        { line: 3, message: 'The answer is missing' },
        { line: 4, message: 'The question is missing' },
        { line: 5, message: 'The question is longer than 500 characters' },
        { line: 6, message: 'The answer is longer than 5000 characters' },
      ],
    })
  })

  it('skips existing questions', () => {
    const present = [{ question: 'Do you  mow?', answer: 'Yes' }]
    const text = 'Question,Answer\ndo you mow?,No\nQ?,A\nq?,A\n'
    expect(faqsFromCsv(text, present)).toEqual({ faqs: [A], issues: [], duplicates: 2 })
  })

  it('stops at the maximum of 500', () => {
    const text = Array.from({ length: 302 }, (_, index) => `Q${index},A`).join('\n')
    const present = Array.from({ length: 200 }, (_, index) => ({ question: `P${index}`, answer: 'A' }))
    const { faqs, issues } = faqsFromCsv(text, present)
    expect(faqs).toHaveLength(300)
    expect(issues).toEqual(
      [301, 302].map((line) => ({ line, message: 'The list can contain at most 500 questions' })),
    )
  })

  it.each([
    ['', /no questions/],
    ['Question,Answer\n', /no questions/],
    ['Q,A\0', /UTF-8/],
    ['Caf\uFFFD,A', /UTF-8/],
    ['x'.repeat(5_000_001), /too large/],
    ['Question,Answer\n"Q?,A', /never closed/],
  ])('describes the error of a file', (text, expected) => {
    const { faqs, issues } = faqsFromCsv(text)
    expect(faqs).toEqual([])
    expect(issues[0]?.message).toMatch(expected)
  })
})

describe('an export', () => {
  it('can be imported again unchanged', () => {
    const part = (most: number) =>
      fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: most })
        .map((text) => text.replaceAll('\0', '').trim().slice(0, most))
        .filter((text) => text !== '' && text === text.trim() && !text.includes('\uFFFD'))
    const faqs = fc.uniqueArray(fc.record({ question: part(100), answer: part(300) }), {
      selector: ({ question }) => question.replace(/\s+/gu, ' ').toLowerCase(),
    })
    fc.assert(
      fc.property(faqs, (list) => {
        fc.pre(list.length > 0)
        expect(faqsFromCsv(faqsToCsv(list))).toEqual({ faqs: list, issues: [], duplicates: 0 })
      }),
    )
  })

  it('contains no formula', () => {
    const text = faqsToCsv([{ question: '=HYPERLINK("http://x")', answer: '+1 716' }])
    expect(text).toContain(`"'=HYPERLINK(""http://x"")",'+1 716`)
  })
})
