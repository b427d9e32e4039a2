import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { LIMITS } from '../../src/contract/limits.ts'
import { NO_FACTS, type PageFacts } from './business/facts.ts'
import { hiddenIn, readFacts } from './business/read-facts.ts'
import { shortened } from './shortened.ts'
import { startOfPage } from './start-of-page.ts'

/** A question on a page, with its answer. */
export interface FoundFaq {
  question: string
  answer: string
}

/** The contents of a page that are useful to the agent. */
export interface PageContents {
  title: string
  faqs: FoundFaq[]
  /** The links on the page, with their texts. */
  links: { href: string; text: string }[]
  /** The page's main text. */
  text: string
  /** What the page says about its business. */
  facts: PageFacts
}

const MOST_FAQS = 60
const MOST_LINKS = 500
const LONGEST_ANSWER = 1_500
const HEADINGS = 'h1, h2, h3, h4, h5, h6'
const QUESTIONS = 'h2, h3, h4, h5, h6, dt, summary'
/** How many levels above a heading its answer can be. */
const MOST_LEVELS = 3

const BLOCK_END = /<\/(?:p|li|div|section|tr|td|dd|dt|blockquote)>|<br\s*\/?>/g

const tidy = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()

const NOTHING: PageContents = { title: '', links: [], faqs: [], text: '', facts: NO_FACTS }

/**
 * Parses the start of a page's HTML, including malformed HTML. Never throws. Malicious pages can take a long time, so run it where
 * it can be terminated.
 */
export function readPage(html: string, href: string): PageContents {
  try {
    return contentsOf(html, new URL(href))
  } catch {
    return NOTHING
  }
}

function contentsOf(page: string, address: URL): PageContents {
  const html = startOfPage(page)
  const { document } = parseHTML(/<html/i.test(html) ? html : `<html><body>${html}</body></html>`)
  const title = tidy(document.querySelector('title')?.textContent)
  const links = [...document.querySelectorAll('a[href]')].slice(0, MOST_LINKS).map((link) => ({
    href: link.getAttribute('href') ?? '',
    text: tidy(link.textContent),
  }))
  const hidden = hiddenIn(document as unknown as Document)
  const structured = hidden.data.flatMap((data) => faqsInData(data))
  for (const part of document.querySelectorAll('script, style, noscript, template, svg')) part.remove()
  const inData = structured
    .slice(0, MOST_FAQS)
    .map(({ question, answer }) => ({ question, answer: textOf(answer) }))
  const facts = readFacts(document as unknown as Document, hidden, address)
  const faqs = distinct([...inData, ...faqsInMarkup(document as unknown as Document)])
  return { title, links, faqs, text: mainText(document as unknown as Document), facts }
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

/** Returns the questions of schema.org's FAQPage, at any depth of the data, with their answers as HTML. */
function faqsInData(data: unknown, depth = 0): FoundFaq[] {
  if (depth > 6 || typeof data !== 'object' || data === null) return []
  if (Array.isArray(data)) return data.flatMap((each) => faqsInData(each, depth + 1))
  const { '@type': type, name, acceptedAnswer } = data as Record<string, unknown>
  if (type === 'Question') {
    const [answer] = Array.isArray(acceptedAnswer) ? acceptedAnswer : [acceptedAnswer]
    const text = (answer as Record<string, unknown> | undefined)?.text
    return typeof name === 'string' && typeof text === 'string'
      ? [{ question: tidy(name), answer: text }]
      : []
  }
  return Object.values(data).flatMap((each) => faqsInData(each, depth + 1))
}

const bodyOf = (html: string) => parseHTML(`<html><body>${html}</body></html>`).document.body

const textOf = (html: string) => tidy(bodyOf(html).textContent)

/** Returns the headings, terms, and summaries that end with a question mark, with the text that follows them. */
function faqsInMarkup(document: Document): FoundFaq[] {
  const headings = [...document.querySelectorAll(QUESTIONS)]
  return headings.flatMap((heading, at) => {
    const question = tidy(heading.textContent)
    if (!question.endsWith('?')) return []
    const neighbors = [headings[at - 1], headings[at + 1]].filter((each) => each !== undefined)
    return [{ question, answer: textAfter(heading, neighbors) }]
  })
}

/**
 * Returns the text between a heading and the next one. In accordions, the text follows an ancestor of the heading.
 * `neighbors` are the headings before and after it.
 */
function textAfter(heading: Element, neighbors: readonly Element[]): string {
  let from: Element | null = heading
  for (let level = 0; from && level <= MOST_LEVELS; level++) {
    const parts: string[] = []
    for (let next = from.nextElementSibling; next && !isNext(next); next = next.nextElementSibling) {
      parts.push(tidy(next.textContent))
    }
    const text = tidy(parts.join(' '))
    if (text) return text
    const parent: Element | null = from.parentElement
    if (neighbors.some((each) => each !== parent && parent?.contains(each))) return ''
    from = parent
  }
  return ''
}

const isNext = (element: Element) =>
  element.matches(`${HEADINGS}, dt, details`) || element.querySelector(`${QUESTIONS}`) !== null

function mainText(document: Document): string {
  try {
    const { content } = new Readability(document).parse() ?? {}
    const body = bodyOf((content ?? '').replace(BLOCK_END, '$& '))
    for (const heading of body.querySelectorAll(HEADINGS)) heading.remove()
    return tidy(body.textContent)
  } catch {
    return ''
  }
}
