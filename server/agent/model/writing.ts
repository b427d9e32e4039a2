import { LIMITS } from '../../../src/contract/limits.ts'
import type { AgentTrace } from '../../../src/contract/trace.ts'
import { cutText } from '../../../src/domain/common/cut-text.ts'
import type { Source } from '../sources.ts'
import { type Grounds, isBareAnswer, judge, promisesPerson } from './claims.ts'
import type { Sentence } from './form.ts'

/** The most sentences of an answer. */
const MOST_SENTENCES = 6
/** The most sentences that are kept of those that can't be sent. */
const MOST_DROPPED = 20

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Returns the sentences of a text. A bare `Yes.` belongs to the statement after it. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let opening = ''
  for (const part of [...sentences.segment(text)].map(({ segment }) => segment.trim()).filter(Boolean)) {
    const whole = part.endsWith('?') ? [opening, part] : [`${opening} ${part}`.trim()]
    opening = isBareAnswer(part) ? whole.join(' ').trim() : ''
    if (opening === '') parts.push(...whole.filter(Boolean))
  }
  return opening ? [...parts, opening] : parts
}

/** The sentences of one answer, as far as they can be sent. */
export class Writing {
  readonly #grounds: Grounds
  readonly #sent: string[]
  #read = 0
  readonly dropped: AgentTrace['dropped'] = []
  readonly sources: Source[] = []
  isHelp = false
  /** Whether a sentence that was sent promises that a person does something. */
  isPromise = false

  constructor(grounds: Grounds, opening = '') {
    this.#grounds = grounds
    this.#sent = opening ? [opening] : []
  }

  /** Whether the answer has a sentence of the model or of the owner. */
  hasContent = false

  /** The answer so far. */
  text = () => this.#sent.join(' ')
  /** Whether a sentence about the business was dropped without being replaced by the owner's words. */
  isIncomplete = false

  /** Adds the sentences that are new among all those so far. One that can't be sent is replaced by its source, if it has one. */
  add(all: readonly Sentence[]): void {
    for (const sentence of all.slice(this.#read))
      for (const say of partsOf(sentence.say)) this.#judge({ ...sentence, say })
    this.#read = Math.max(this.#read, all.length)
  }

  /** Adds a text of the software. */
  put(text: string): void {
    if (text !== '') this.#sent.push(text)
  }

  #judge(sentence: Sentence): void {
    if (this.#sent.length >= MOST_SENTENCES || this.#sent.includes(sentence.say)) return
    const verdict = judge(sentence, this.#grounds)
    if (verdict.isFit) {
      this.#sent.push(sentence.say)
      this.hasContent = true
      this.sources.push(...verdict.sources)
      this.isHelp ||= verdict.isHelp
      this.isPromise ||= promisesPerson(sentence, verdict.sources)
      return
    }
    const { reason, quote } = verdict
    if (this.dropped.length < MOST_DROPPED)
      this.dropped.push({ say: cutText(sentence.say, LIMITS.line), reason })
    if (!quote) this.isIncomplete ||= sentence.cites.length > 0
    else if (!this.sources.includes(quote)) {
      this.#sent.push(quotedFrom(quote))
      this.hasContent = true
      this.sources.push(quote)
    }
  }
}

/** Returns what a source tells a visitor: of an FAQ, only the answer. */
const quotedFrom = ({ id, text }: Source) =>
  id.startsWith('faq.') ? text.slice(text.indexOf('?') + 1).trim() || text : text
