import type { ExtractedMetadata } from '../../src/contract/leads.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { tellFromSettings } from './about.ts'
import { areaNote, areaNotice, judgeAddress } from './area.ts'
import { keywords } from './extract/words.ts'
import { findAnswer } from './faq.ts'
import { handOff } from './handoff.ts'
import {
  asksForInformation,
  asksWhy,
  declines,
  isCorrection,
  isGreeting,
  isThanks,
  mentionsEmail,
  mentionsPhone,
  offersAsked,
  skips,
} from './intents.ts'
import { type Interruption, isUrgent, noticesOf } from './interruptions.ts'
import { factOfQuestion, type Heard, listen } from './listen.ts'
import { note } from './notes.ts'
import { closing, corrected, firstName, greeting, hintFor, questionFor } from './phrases.ts'
import { wantsBooking } from './schedule/intents.ts'
import { quickReplies } from './schedule/offer.ts'
import { type BookingChange, Scheduler } from './schedule/scheduler.ts'
import { type AgentContext, type AgentState, type FactName, readState, type Topic } from './state.ts'
import { type NextTopic, nextTopic } from './topics.ts'
import { fill, voiceOf } from './voice.ts'

/** One turn of the agent: what it says and where the conversation stands then. */
export interface Turn {
  state: AgentState
  /** At least one message, in order. */
  replies: string[]
  /** Everything the visitor has told so far (section 3, extracted_metadata). */
  extracted: ExtractedMetadata
  /** What becomes of the estimate call: the replies hold only once this is done. */
  booking: BookingChange | null
  /** What the visitor may answer with one tap. */
  quickReplies: string[]
}

/** How often a topic is asked before the agent lets it rest. */
const MOST_TRIES = 2
/** A first message longer than this says more than the name of a service. */
const TELLING_WORDS = 5
const joined = (...parts: string[]) => parts.filter(Boolean).join(' ')
const UNANSWERED = "I'm not sure about that one. I'll pass your question on to the team."
const REST_UNANSWERED = "I'm not sure about the rest, so I'll pass that on to the team."
const MARKED_URGENT = 'Your request is marked as urgent.'
/** So many questions of one message are answered. */
const MOST_ANSWERS = 3

/** Opens the conversation. */
export function begin(context: AgentContext): Turn {
  const state = readState({ asked: { topic: 'service', tries: 1, question: null } })
  return { state, replies: [greeting(context)], extracted: state.known, booking: null, quickReplies: [] }
}

/**
 * Answers one message of a visitor. Pure: all it knows is in its arguments, and `previous` stays as it is.
 * Never throws; of a message longer than a visitor may send, the beginning is read.
 */
export function respond(context: AgentContext, previous: AgentState, message: string): Turn {
  const text = message.slice(0, LIMITS.message).replace(/\s+/g, ' ').trim()
  const heard = listen(text, previous, context.business)
  const turn = new Conversation(context, structuredClone(previous), text, heard)
  return turn.answer()
}

class Conversation {
  readonly #context: AgentContext
  readonly #state: AgentState
  readonly #text: string
  readonly #heard: Heard
  readonly #asked: AgentState['asked']
  readonly #changes: (readonly [FactName, string])[] = []
  readonly #notices: string[] = []
  readonly #scheduler: Scheduler

  constructor(context: AgentContext, state: AgentState, text: string, heard: Heard) {
    this.#context = context
    this.#state = state
    this.#text = text
    this.#heard = heard
    this.#asked = state.asked
    this.#scheduler = new Scheduler(context, state, text)
  }

  answer(): Turn {
    const learned = this.#learn()
    this.#notice()
    const { interruption } = this.#heard
    const replies = interruption ? this.#interrupted(interruption) : this.#answerPlainly(learned)
    this.#state.known.service_additional_info = this.#state.notes.join('\n') || null
    const notices = this.#notices.join(' ')
    return {
      state: this.#state,
      replies: notices ? [notices, ...replies] : replies,
      extracted: this.#state.known,
      booking: this.#scheduler.booking,
      quickReplies: quickReplies(this.#state, this.#context.business),
    }
  }

  #answerPlainly(learned: boolean): string[] {
    const satisfied = this.#settleQuestion() || learned
    return this.#schedule() ?? (satisfied ? this.#afterAnswer() : this.#afterOther())
  }

  /** What has to be said before anything else. */
  #notice(): void {
    const area = this.#placeAddress()
    if (area) this.#notices.push(area)
    for (const notice of noticesOf(this.#text, this.#context, this.#state.notes)) {
      this.#notices.push(notice.said)
      note(this.#state, notice.note)
    }
  }

  /** The visitor wants something else than to answer. */
  #interrupted(kind: Interruption): string[] {
    const { said, next } = handOff(kind, this.#context, this.#state, this.#text)
    if (next === 'same') return this.#resume(said)
    const { phone, email } = this.#state.known
    this.#state.asked = next && { ...next, tries: 1 }
    this.#state.closed = next ? null : phone || email ? 'reachable' : 'unreachable'
    return next ? [said, this.#ask(next)] : [said]
  }

  /** Takes in the facts of the message; says whether there were new ones. */
  #learn(): boolean {
    const { known } = this.#state
    let learned = false
    for (const [name, value] of Object.entries(this.#heard.facts) as [FactName, string][]) {
      const before = known[name]
      const after = name === 'service_needs' ? this.#mergedServices(before, value) : value
      if (after === before) continue
      if (before && (name !== 'service_needs' || isCorrection(this.#text))) this.#changes.push([name, after])
      known[name] = after
      learned = true
      if (name === 'service_needs') this.#state.handoff = false
    }
    if (learned && this.#asked?.topic === 'service' && this.#text.split(' ').length > TELLING_WORDS) {
      note(this.#state, `In their words: ${this.#text}`)
    }
    return learned
  }

  /** Compares a new address with the service area; answers with what the visitor is told of it. */
  #placeAddress(): string {
    const { address } = this.#state.known
    if (!address || address === this.#state.placed) return ''
    this.#state.placed = address
    const { area } = this.#context.business
    const verdict = judgeAddress(area, address)
    const outside = areaNote(verdict)
    if (outside) note(this.#state, `${outside} (${address})`)
    return areaNotice(area, verdict)
  }

  /** What the message means for the estimate call; null when it is about something else. */
  #schedule(): string[] | null {
    const said = this.#scheduler.answer()
    if (said === null) return null
    return [this.#scheduler.hasBooked() ? this.#advance(said) : said]
  }

  #mergedServices(before: string | null, heard: string): string {
    if (!before || isCorrection(this.#text)) return heard
    const added = heard.split(', ').filter((service) => !before.includes(service))
    return [before, ...added].join(', ').slice(0, LIMITS.line)
  }

  /** Records the answer to one of the owner's questions; says whether there was one. */
  #settleQuestion(): boolean {
    const question = this.#asked?.topic === 'question' ? this.#asked.question : null
    const { questions, statement } = this.#heard
    const onlyAsks = questions.length > 0 && statement === ''
    if (!question || (onlyAsks && !this.#heardAnything())) return false
    this.#state.settled.push(question)
    if (!skips(this.#text) && !factOfQuestion(question)) note(this.#state, `${question} ${this.#text}`)
    return true
  }

  #heardAnything(): boolean {
    return Object.keys(this.#heard.facts).length > 0
  }

  #afterAnswer(): string[] {
    const answer = this.#answers()
    const wasClosed = this.#state.closed
    const acknowledgement = this.#acknowledgement()
    const next = this.#advance(acknowledgement)
    const closedAgain = wasClosed === 'reachable' && next === acknowledgement
    return [...answer, closedAgain ? `${next} I've added that to your request.` : next]
  }

  /** The answers to what a message asks, in one text; a question without one is noted for the owner. */
  #answers(): string[] {
    const said = new Set<string>()
    let isOpen = false
    for (const { value } of this.#heard.questions.slice(0, MOST_ANSWERS)) {
      const faq = findAnswer(this.#context.business.faqs, value)
      const told = faq
        ? { said: faq.answer, isOpen: false }
        : tellFromSettings(this.#context, this.#state, value)
      if (!told && this.#heardAnything() && !asksForInformation(value)) continue
      if (told) said.add(told.said)
      else isOpen = true
      if (!told || told.isOpen) note(this.#state, `Asked: ${value}`)
    }
    if (isOpen) said.add(said.size > 0 ? REST_UNANSWERED : UNANSWERED)
    return said.size > 0 ? [[...said].join(' ')] : []
  }

  #acknowledgement(): string {
    const voice = voiceOf(this.#context.business.tone)
    const { facts, unlisted } = this.#heard
    if (this.#changes.length > 0) return corrected(this.#changes)
    if (this.#notices.length > 0) return ''
    if (isUrgent(this.#text)) return MARKED_URGENT
    if (this.#asked?.topic === 'question' && (skips(this.#text) || declines(this.#text))) return 'No problem.'
    if (unlisted.length > 0) {
      return `${unlisted.join(' and ')} isn't on our list of services, but I'll pass it on and the team will tell you.`
    }
    const asksOffer = this.#heard.questions.some(({ value }) => offersAsked(value))
    if (facts.service_needs && asksOffer) return 'Yes, we can help with that.'
    if (facts.name && this.#asked?.topic === 'name') {
      return fill(voice.niceToMeet, { first: firstName(facts.name) })
    }
    const turn = this.#state.settled.length + Object.values(this.#state.known).filter(Boolean).length
    return voice.acknowledge[turn % voice.acknowledge.length] ?? ''
  }

  /** The message brought no new fact: a refusal, a question, thanks, or something not understood. */
  #afterOther(): string[] {
    if (asksWhy(this.#text)) return this.#resume('It lets the team get back to you with a fitting estimate.')
    const isBooking = this.#asked !== null && wantsBooking(this.#text)
    if (isBooking) return this.#resume('Gladly. I just need a few details first.')
    const [answer] = this.#answers()
    if (answer) return this.#resume(answer)
    if (this.#notices.length > 0) return this.#asked ? [this.#ask(this.#asked)] : [this.#smallTalk()]
    if (isUrgent(this.#text)) return this.#resume(MARKED_URGENT)
    if (this.#heardAnything()) return this.#resume('Thanks, I have that already.')
    const faq = keywords(this.#text).size > 1 || !this.#asked ? this.#faq() : null
    if (faq && !this.#asked) return [faq]
    if (!this.#asked) return [this.#smallTalk()]
    if (faq) return this.#resume(faq)
    if (isGreeting(this.#text)) return this.#resume('Hello!')
    if (declines(this.#text)) return this.#declined()
    return this.#notUnderstood()
  }

  #faq(): string | null {
    return findAnswer(this.#context.business.faqs, this.#text)?.answer ?? null
  }

  /** Says something, then returns to what was asked. */
  #resume(said: string): string[] {
    const asked = this.#asked
    return asked ? [said, this.#ask(asked)] : [said]
  }

  #smallTalk(): string {
    if (isThanks(this.#text) || declines(this.#text)) return voiceOf(this.#context.business.tone).welcome
    if (isGreeting(this.#text)) return 'Hello again! Is there anything to add to your request?'
    note(this.#state, this.#text)
    return 'Thank you, I have passed that on to the team.'
  }

  #declined(): string[] {
    const topic = this.#asked?.topic
    if (topic === 'service') return ["No problem! I'm here whenever you need us."]
    if (topic) this.#rest(topic)
    return [this.#advance(`No problem.${this.#alternative()}`)]
  }

  /** Stops asking for a topic. Who keeps the phone number private is asked for an e-mail, and the reverse. */
  #rest(topic: Topic): void {
    const { declined } = this.#state
    if (topic !== 'contact') declined.push(topic)
    else if (mentionsEmail(this.#text) && mentionsPhone(this.#text)) declined.push('phone', 'email')
    else declined.push(mentionsEmail(this.#text) ? 'email' : 'phone')
  }

  /** Leads over from one way of being reached to the other. */
  #alternative(): string {
    const next = this.#next()?.topic
    if (next === 'email') return ' An email works just as well.'
    return next === 'phone' ? ' A phone number works just as well.' : ''
  }

  #notUnderstood(): string[] {
    const asked = this.#asked
    if (!asked) return [this.#smallTalk()]
    if (asked.tries >= MOST_TRIES) {
      if (asked.topic === 'service' && /\p{L}{2}/u.test(this.#text)) {
        this.#state.known.service_needs = this.#text.slice(0, LIMITS.line)
      } else {
        this.#rest(asked.topic)
      }
      note(this.#state, this.#text)
      return [this.#advance(`That's all right.${this.#alternative()}`)]
    }
    this.#state.asked = { ...asked, tries: asked.tries + 1 }
    return [hintFor(asked.topic, this.#text, this.#context)]
  }

  #next() {
    return nextTopic(this.#state, this.#context.business, () => this.#scheduler.hasSlots())
  }

  /** The question for a topic; for an estimate call it is the offer of slots. */
  #ask({ topic, question }: NextTopic): string {
    const offer = topic === 'slot' ? this.#scheduler.offer('', 'same') : ''
    return offer || questionFor(topic, question, this.#context)
  }

  /** Moves on to the next topic or to the goodbye, after `opening`. */
  #advance(opening: string): string {
    const next = this.#next()
    if (next) {
      const isSame = this.#asked?.topic === next.topic && this.#asked.question === next.question
      this.#state.asked = { ...next, tries: isSame ? (this.#asked?.tries ?? 0) + 1 : 1 }
      this.#state.closed = null
      return joined(opening, this.#ask(next))
    }
    this.#state.asked = null
    const { phone, email } = this.#state.known
    const closed = phone || email ? 'reachable' : 'unreachable'
    if (this.#state.closed === closed) return opening
    this.#state.closed = closed
    return this.#changes.length > 0
      ? `${opening} ${closing(this.#context, this.#state)}`
      : closing(this.#context, this.#state)
  }
}
