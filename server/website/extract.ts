import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { LIMITS } from '../../src/contract/limits.ts'
import { readElements } from './elements.ts'

/** A question with its answer on a page. */
export interface FoundFaq {
  question: string
  answer: string
}

/** What a page says that the agent can use. */
export interface PageContents {
  title: string
  faqs: FoundFaq[]
  /** The links of the page, with their texts. */
  links: { href: string; text: string }[]
  /** The page's main text. */
  text: string
}

const MOST_FAQS = 60
const MOST_LINKS = 500
const LONGEST_ANSWER = 1_500
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const QUESTIONS = 'h2, h3, h4, h5, h6, dt, summary'
/** How far above a heading its answer may be. */
const MOST_LEVELS = 3

const BLOCK_END = /<\/(?:p|li|div|section|tr|td|dd|dt|blockquote)>|<br\s*\/?>/g

const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

/** Cuts a text after a sentence, or a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text
  const cut = text.slice(0, most)
  const end = Math.max(cut.lastIndexOf('. '), cut.lastIndexOf('! '), cut.lastIndexOf('? '))
  return end > most / 2 ? cut.slice(0, end + 1) : `${cut.slice(0, cut.lastIndexOf(' '))}…`
}

/** Reads a page's HTML, however broken. Returns nothing of a page with more or deeper elements than pages have. Never throws. */
export function readPage(html: string): PageContents {
  if (!readElements(html)) return { title: '', links: [], faqs: [], text: '' }
  const { document } = parseHTML(/<html/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const title = tidy(document.querySelector('title')?.textContent)
  const links = [...document.querySelectorAll('a[href]')].slice(0, MOST_LINKS).map((link) => ({
    href: link.getAttribute('href') ?? '',
    text: tidy(link.textContent),
  }))
  const structured = [...document.querySelectorAll('script[type="application/ld+json"]')].flatMap((script) =>
    faqsInData(parseJson(script.textContent ?? '')),
  )
  for (const part of document.querySelectorAll('script, style, noscript, template, svg')) part.remove()
  const faqs = distinct([...structured, ...faqsInMarkup(document as unknown as Document)])
  return { title, links, faqs, text: mainText(document as unknown as Document) }
}

function distinct(found: readonly FoundFaq[]): FoundFaq[] {
  const seen = new Map<string, FoundFaq>()
  for (const { question, answer } of found) {
    const key = question
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    const isUseful = key !== '' && question.length <= LIMITS.line && answer.length > 1
    if (isUseful && !seen.has(key)) seen.set(key, { question, answer: shortened(answer, LONGEST_ANSWER) })
  }
  return [...seen.values()].slice(0, MOST_FAQS)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The questions of schema.org's FAQPage, wherever it is in the data. */
function faqsInData(data: unknown, depth = 0): FoundFaq[] {
  if (depth > 6 || typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap((each) => faqsInData(each, depth + 1))
  const { '@type': type, name, acceptedAnswer } = data as Record<string, unknown>
  if (type === 'Question') {
    const [answer] = Array.isArray(acceptedAnswer) ? acceptedAnswer : [acceptedAnswer]
    const text = (answer as Record<string, unknown> | undefined)?.text
    return typeof name === 'string' && typeof text === 'string'
      ? [{ question: tidy(name), answer: textOf(text) }]
      : []
  }
  return Object.values(data).flatMap((each) => faqsInData(each, depth + 1))
}

const textOf = (html: string) =>
  tidy(parseHTML(`<html><body>${html}</body></html>`).document.body.textContent)

/** Headings, terms, and summaries that end with a question mark, with the text that follows. */
function faqsInMarkup(document: Document): FoundFaq[] {
  return [...document.querySelectorAll(QUESTIONS)].flatMap((heading) => {
    const question = tidy(heading.textContent)
    if (!question.endsWith('?')) return []
    return [{ question, answer: textAfter(heading) }]
  })
}

/** The text between a heading and the next one; accordions put it beside one of the heading's parents. */
function textAfter(heading: Element): string {
  let from: Element | null = heading
  for (let level = 0; from && level <= MOST_LEVELS; level++) {
    const parts: string[] = []
    for (let next = from.nextElementSibling; next && !isNext(next); next = next.nextElementSibling) {
      parts.push(tidy(next.textContent))
    }
    const text = tidy(parts.join(' '))
    if (text) return text
    from = from.parentElement
    if (from?.querySelectorAll(QUESTIONS).length !== 1) return ''
  }
  return ''
}

const isNext = (element: Element) =>
  element.matches(`${HEADINGS}, dt, details`) || element.querySelector(`${QUESTIONS}`) !== null

function mainText(document: Document): string {
  try {
    const { content } = new Readability(document).parse() ?? {}
    return textOf((content ?? '').replace(/<(h\d)\b.*?<\/\1>/gs, '').replace(BLOCK_END, '$& '))
  } catch {
    return ''
  }
}
