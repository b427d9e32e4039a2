import type { Needs } from '../../src/contract/conversations.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import {
  CONTACT_AFTER_ALL,
  PREFERENCE_NOTES,
  type Preference,
  WANTS_TEXT,
} from '../../src/domain/leads/agent-notes.ts'
import { sendsPhotos } from './about.ts'
import { acknowledge, asksUncovered } from './acknowledgement.ts'
import type { Act } from './acts.ts'
import { Agenda, refusesContact } from './agenda.ts'
import { answerQuestions, answerTo } from './answers.ts'
import { offersCalls } from './call-hours.ts'
import { findAskedName, findIntroducedName } from './extract/asked-name.ts'
import { readCorrection } from './extract/correction.ts'
import { canBePerson } from './extract/person.ts'
import { withoutPlaces } from './extract/places.ts'
import { type Found, mask } from './extract/spans.ts'
import { findAnswer } from './faq.ts'
import { completed } from './follow-up.ts'
import { answerForeign, isForeign } from './foreign.ts'
import { type Handoff, handOff, isWarned, mayBeAboutDanger, promiseNoContact } from './handoff.ts'
import { isCorrection, offersAsked, wantsService } from './intents.ts'
import { followLanguage, languageRequest } from './language.ts'
import { type Courtesy, courtesyFor, greetingFor } from './manners.ts'
import { mostImportant } from './needs.ts'
import { wantsContact, wantsNoContact } from './no-contact.ts'
import { complains, isOfCustomer, note, noteAsked, noteOnce, quoteVisitor, shareNotes } from './notes.ts'
import { hasFacts, onlyCorrects, type ParsedMessage, parseMessage } from './parse-message.ts'
import { takeMessage } from './paused.ts'
import { callbackTime, corrected, hintFor } from './phrases.ts'
import { prefersStill } from './preference.ts'
import { readText, writtenText } from './read-text.ts'
import {
  CANT_WAIT,
  dangerIn,
  dangerTold,
  hintsAtDanger,
  isAlarmed,
  isDistressed,
  isOfMinor,
  MAY_BE_DANGEROUS,
  markedUrgent,
} from './safety.ts'
import { dropsCall, hasReminder, wantsBooking, wantsToCancel } from './schedule/intents.ts'
import { quickReplies } from './schedule/offer.ts'
import { Scheduler } from './schedule/scheduler.ts'
import { isMasked } from './secrets.ts'
import { inOwnersWords } from './service-names.ts'
import { type Source, sourceOfFaq } from './sources.ts'
import type { AgentContext, AgentState, Business } from './state.ts'
import { answerOwnersQuestion, dial, type Learned, learn, placeAddress } from './state-tracking.ts'
import { say } from './texts/dialogue.ts'
import { sayKnowledge } from './texts/knowledge.ts'
import { sayManners } from './texts/manners.ts'
import { saySafety } from './texts/safety.ts'
import { say as sayCall } from './texts/schedule.ts'
import { voiceOf } from './texts/voices.ts'
import { addsTo, concernsTeam, isForOther, saysKnown, saysWho, tellsOtherThan } from './told.ts'
import { contactTopic } from './topics.ts'
import { type Cited, traceOf } from './trace.ts'
import type { Turn } from './turn.ts'
import { chanceOf } from './understand/likelihoods.ts'
import { mayBeOffered } from './understand/trades.ts'
import { isNoted, sayNoted, sayPassedOn, sayUnanswered } from './vary.ts'
import { wishes } from './wishes/wishes.ts'
import { keywords, sentencesIn } from './words/words.ts'
import { describesWork, isGeneral, tellsAccess, tellsOfPlace } from './work.ts'

type Asked = NonNullable<AgentState['asked']>

/** The maximum number of times that the agent asks about a topic before it hands over or moves on. */
const MOST_TRIES = 2

/**
 * Responds to one visitor message. A pure function: uses only its arguments and doesn't change `previous`. Never
 * throws. Reads only the beginning of a message that exceeds the limit.
 */
export function respond(context: AgentContext, previous: AgentState, message: string): Turn {
  const written = writtenText(message)
  const said = completed(readText(message), previous)
  const state = structuredClone(previous)
  const isWithdrawn = !offersCalls(context.business) && state.asked?.topic === 'slot'
  // The owner has paused bookings, or has no hours for calls anymore.
  if (isWithdrawn) Object.assign(state, { asked: null, offered: [], proposed: null })
  // Service names on buttons are in the owner's language, not the visitor's.
  if (!context.business.services.includes(said)) followLanguage(state, said)
  const text = inOwnersWords(context.business, said)
  // A message in a language that the agent doesn't read can't answer its question.
  const read = isForeign(state, text) ? { ...state, asked: null } : state
  // Nothing else reads the words of the name: `Sunday Adeyemi`.
  const name = unusualName(text, read, context.business)
  const rest = name ? mask(text, [name]) : text
  const parsed = parseMessage(rest, read, context.business)
  if (name) parsed.facts.name = name.value
  if (parsed.facts.name && !canBePerson(parsed.facts.name, context.business)) delete parsed.facts.name
  const correction = readCorrection(rest, read.known, read.asked, read.replaced)
  const corrected = correction ? onlyCorrects(parsed, correction) : parsed
  return new Conversation(context, state, { text, written }, corrected, name).answer()
}

function unusualName(text: string, { asked, known }: AgentState, business: Business): Found | null {
  const plain = withoutPlaces(text)
  const answered = asked?.topic === 'name' && dangerIn(text) === null ? findAskedName(plain) : null
  const found = answered ?? (known.name && !isCorrection(text) ? null : findIntroducedName(plain))
  return found && canBePerson(found.value, business) ? found : null
}

/** The minimum number of words in a question that only the team can answer. */
const FEWEST_ASKED = 5

/** The minimum number of words in a statement beside the owner's question that is worth a note. */
const FEWEST_ADDED = 4

/** The minimum number of words beside known facts that are worth a note. */
const FEWEST_MORE = 2

/** Small talk that is ignored beside questions, facts, or a statement of at least some words, and what facts rule out. */
const IDLE: readonly Act[] = ['joke', 'presence', 'repeat', 'wellbeing']
const MISREAD: readonly Act[] = ['offtopic', 'wrong']
const FEWEST_BESIDE = 8

/** The least probability that a sentence asks for a language. */
const LEAST_LANGUAGE = 0.7

/** The least probability that a message is about work rather than a danger. */
const LEAST_WORK = 0.5

/** The limits of what the agent remembers: sentences, characters a sentence, and the least words of one. */
const MOST_HEARD = 40
const LONGEST_HEARD = 200
const FEWEST_HEARD = 2

const WANTS_VISIT = 'Would like someone to come by'

/** The topics that every visitor knows about themselves. */
const OF_VISITOR: ReadonlySet<string> = new Set(['name', 'contact', 'phone', 'email', 'address'])

/** Acts that a yes to a proposed time is mistaken for, or that can wait until the call is booked. */
const BESIDE_YES: ReadonlySet<Act> = new Set<Act>([
  'person',
  'customer',
  'visit',
  'repeat',
  'frustrated',
  'wrong',
  'presence',
  'ability',
])

/** Acts that a question about the booked call is mistaken for: about work that is under way. */
const ABOUT_BOOKING: ReadonlySet<Act> = new Set<Act>(['customer', 'visit', 'person'])

/** What a tap on an offered time says besides that time. */
const NOTHING_ELSE = {
  facts: {},
  questions: [],
  acts: new Set<Act>(),
  statement: '',
  danger: null,
  prefers: null,
}

/** Matches how a visitor has heard of the business. */
const REFERRED = /\b(?:recommended|referred|told me|saw|found)\b/i

/** Part of the policy: returns the reply, or null if it doesn't apply. The first one that replies decides. */
type Rule = (conversation: Conversation) => string[] | null

class Conversation {
  readonly #context: AgentContext
  readonly #state: AgentState
  /** What the visitor means, and what they wrote. */
  readonly #text: string
  readonly #written: string
  #parsed: ParsedMessage
  readonly #scheduler: Scheduler
  readonly #agenda: Agenda
  readonly #notices: string[] = []
  readonly #stated: string[] = []
  readonly #needs = new Set<Needs>()
  readonly #cited: Cited[] = []
  readonly #before: AgentState['known']
  /** The number of notes before the message. */
  readonly #noted: number
  /** What the rules have found out about the message. */
  #learned: Learned = { isNew: false, changes: [] }
  #isSettled = false
  #isOfPlace = false
  #isFirstUrgent = false

  /** What comes first, also if the message may tell of a danger. */
  static readonly #FIRST: readonly Rule[] = [
    (each) => each.#handedOver(),
    (each) => each.#leftAlone(),
    (each) => each.#foreign(),
    (each) => each.#forgotten(),
    (each) => each.#observed(),
  ]

  /** What the agent does with a message, in order. */
  static readonly #POLICY: readonly Rule[] = [
    ...Conversation.#FIRST,
    (each) => each.#messageTaken(),
    (each) => each.#reachedFirst(),
    (each) => each.#talked(),
    (each) => each.#refused(),
    (each) => each.#otherWanted(),
    (each) => each.#preferred(),
    (each) => each.#scheduled(),
    (each) => each.#preferredAtLast(),
    (each) => each.#unbooked(),
    (each) => each.#acknowledged(),
    (each) => each.#first(Conversation.#WITHOUT_FACTS),
  ]

  /** What it does with a message without new facts: a question, small talk, a refusal, or something unclear. */
  static readonly #WITHOUT_FACTS: readonly Rule[] = [
    (each) => each.#answeredOnly(),
    (each) => (each.#does('leave') ? each.#part() : null),
    (each) => (each.#does('thank') && !each.#does('why') ? each.#thanked() : null),
    (each) => each.#noticed(),
    (each) => each.#known(),
    (each) => each.#moreWork(),
    (each) => each.#ownersAnswer(),
    (each) => each.#wordless(),
    (each) => each.#first(each.#agenda.asked ? Conversation.#WITH_QUESTION : Conversation.#WITHOUT_QUESTION),
  ]

  /** What it does with a message that doesn't answer the open question. */
  static readonly #WITH_QUESTION: readonly Rule[] = [
    (each) => (each.#does('why') ? each.#resume('why') : null),
    (each) => each.#saidBefore(),
    (each) => (each.#does('callMe') && !each.#asks('contact', 'phone') ? each.#callBack() : null),
    (each) => each.#glad(),
    (each) => each.#visit(),
    (each) => (each.#mayWait() ? [each.#say('noProblemHere')] : null),
    (each) => each.#declined(),
    (each) => each.#greeted(),
    (each) => each.#agreed(),
    (each) => each.#photos(),
    (each) => (each.#isOfPlace ? each.#resume('noted') : null),
    (each) => each.#pass(),
    (each) => each.#notUnderstood(),
  ]

  /** What it does with a message without anything useful while no question is open. */
  static readonly #WITHOUT_QUESTION: readonly Rule[] = [
    (each) => each.#courtesyAlone(),
    (each) => (each.#does('greet') && saysWho(each.#parsed.statement) ? [each.#say('anythingElse')] : null),
    (each) => (isDistressed(each.#state.notes) ? [saySafety(each.#state.language, 'selfharmAgain')] : null),
    (each) => each.#passOn(),
  ]

  constructor(
    context: AgentContext,
    state: AgentState,
    { text, written }: { text: string; written: string },
    parsed: ParsedMessage,
    name: Found | null,
  ) {
    this.#context = context
    this.#state = state
    this.#before = { ...state.known }
    this.#noted = state.notes.length
    this.#text = text
    this.#written = written
    this.#parsed = parsed
    this.#scheduler = new Scheduler(context, state, withoutPlaces(name ? mask(text, [name]) : text))
    this.#agenda = new Agenda(context, state, this.#scheduler)
    if (this.#scheduler.isTapped()) this.#parsed = { ...parsed, ...NOTHING_ELSE }
    else if (this.#scheduler.isAccepted()) this.#takeYes(parsed)
    else if (this.#scheduler.asksBooking()) this.#withoutActs(ABOUT_BOOKING)
  }

  #withoutActs(others: ReadonlySet<Act>): void {
    this.#parsed = {
      ...this.#parsed,
      acts: new Set([...this.#parsed.acts].filter((act) => !others.has(act))),
    }
  }

  /** Reads a yes to a proposed time before anything else that the message says; an urgent matter is only noted. */
  #takeYes(parsed: ParsedMessage): void {
    const isUrgent = parsed.danger === 'urgent'
    this.#withoutActs(BESIDE_YES)
    this.#parsed.danger = isUrgent ? null : parsed.danger
    if (!isUrgent) return
    noteOnce(this.#state, `Urgent: ${this.#text}`)
    this.#needs.add('emergency')
  }

  answer(): Turn {
    const answers = this.#ofMinor() ?? this.#warned(() => this.#marked(() => this.#reply()))
    const replies = this.#endsContact() ? [this.#leftAfterCall()] : answers
    const { services } = this.#context.business
    quoteVisitor(this.#state, this.#noted, { read: this.#text, written: this.#written, services })
    shareNotes(this.#state)
    this.#state.last = cutText(this.#text, LIMITS.line)
    const said = [this.#notices.join(' '), ...replies].filter((reply) => reply !== '')
    return {
      state: this.#state,
      replies: said.length > 0 ? said : [sayManners(this.#state.language, 'accept')],
      stated: [...this.#notices, ...this.#stated],
      extracted: this.#state.known,
      booking: this.#scheduler.booking,
      quickReplies: quickReplies(this.#state, this.#context.business),
      needs: mostImportant(...this.#needs),
      trace: traceOf(this.#text, this.#parsed, this.#before, this.#state.known, this.#cited),
    }
  }

  /** Returns whether a message canceled the call because the visitor doesn't want to be called or written to at all. */
  #endsContact(): boolean {
    return this.#scheduler.booking?.kind === 'cancel' && wantsNoContact(this.#text)
  }

  #leftAfterCall(): string {
    promiseNoContact(this.#state)
    this.#needs.add('opt_out')
    return sayManners(this.#state.language, 'canceledLeftAlone', {
      kind: this.#context.business.appointment.kind,
    })
  }

  /** Remembers what a visitor says, so that the agent doesn't ask for it. */
  #hear(): void {
    const { heard, minor } = this.#state
    if (minor) return
    const said = sentencesIn(this.#parsed.statement).filter((each) => each.split(' ').length >= FEWEST_HEARD)
    this.#state.heard = [...heard, ...said.map((each) => cutText(each, LONGEST_HEARD))].slice(-MOST_HEARD)
  }

  #reply(): string[] {
    this.#hear()
    this.#learned = learn(this.#state, this.#text, this.#parsed)
    return this.#first(Conversation.#POLICY) ?? []
  }

  #first(rules: readonly Rule[]): string[] | null {
    for (const rule of rules) {
      const reply = rule(this)
      if (reply) return reply
    }
    return null
  }

  #asks = (...topics: string[]) => topics.includes(this.#agenda.asked?.topic ?? '')

  /**
   * Responds to a visitor under 18: to danger, opt-outs, a wish for a person, and questions about the business, but
   * without asking or storing anything, or offering a call. Returns null for others.
   */
  #ofMinor(): string[] | null {
    const state = this.#state
    const isNew = !state.minor && isOfMinor(this.#text)
    if (!state.minor && !isNew) return null
    Object.assign(state, { minor: true, asked: null, proposed: null, offered: [], wish: null, dialed: '' })
    const danger = this.#parsed.danger ?? (isNew ? 'minor' : null)
    const isCareful = danger !== null || this.#does('stop', 'delete', 'person')
    const handoff = isCareful ? handOff({ ...this.#parsed, danger }, this.#context, state, this.#text) : null
    if (handoff) {
      if (handoff.needs) this.#needs.add(handoff.needs)
      state.asked = null
      return [handoff.reply]
    }
    if (this.#does('leave', 'thank', 'accept')) return [this.#voice('goodbye')]
    const { text, isOpen } = this.#answerQuestions()
    if (isOpen) this.#needs.add('unanswered')
    return [text ?? saySafety(state.language, 'minorAgain')]
  }

  /** Puts a line about help before a reply to a message that may tell of a danger, and tells a person. */
  #warned(reply: () => string[]): string[] {
    const { danger } = this.#parsed
    const { said } = this.#state
    const isAgain = danger !== null && isWarned(this.#state, danger)
    const isTold = dangerTold(this.#state.notes) !== null
    // What follows a danger may be about it, too: `my mom is getting a headache now`.
    const isClose =
      isTold && this.#parsed.acts.size === 0 && !hasFacts(this.#parsed) && mayBeAboutDanger(this.#text)
    const isHint = !said.isOver && (isAgain || isClose || (danger === null && hintsAtDanger(this.#text)))
    if (!isHint) return reply()
    noteOnce(this.#state, `${MAY_BE_DANGEROUS}: ${this.#text}`)
    this.#needs.add('danger')
    const replies = this.#wantsAnswer() ? reply() : this.#leftToTeam()
    if ((said.soft ?? 0) >= MOST_TRIES) return replies
    said.soft = (said.soft ?? 0) + 1
    return [saySafety(this.#state.language, 'soft'), ...replies]
  }

  /** Returns whether a message asks something, names a time, or is most likely about work. */
  #wantsAnswer(): boolean {
    const isMore = this.#parsed.questions.length > 0 || this.#scheduler.namesTime()
    return isMore || chanceOf(this.#text, ['work', 'add']) >= LEAST_WORK
  }

  /** Leaves what may be a danger to the team. Whoever may be hurt is asked for nothing but how to reach them. */
  #leftToTeam(): string[] {
    const { service_needs: _, ...facts } = this.#parsed.facts
    this.#parsed = { ...this.#parsed, facts }
    this.#hear()
    this.#learned = learn(this.#state, this.#text, this.#parsed)
    const reply = this.#first(Conversation.#FIRST)
    if (reply) return reply
    this.#state.handoff = true
    return this.#agenda.replace(this.#say('passedOn'), contactTopic(this.#state))
  }

  /** Marks a message about something that can't wait, and says once how to reach a person sooner. */
  #marked(reply: () => string[]): string[] {
    const state = this.#state
    const isUrgent =
      this.#parsed.danger === null && !this.#does('vendor', 'job') && wishes('urgent', this.#text)
    if (!isUrgent) return reply()
    this.#isFirstUrgent = !state.said.urgent && !isAlarmed(state.notes)
    state.said.urgent = 1
    noteOnce(state, `${CANT_WAIT}: ${this.#text}`)
    this.#needs.add('urgent')
    const replies = reply()
    return this.#isFirstUrgent ? [markedUrgent(this.#context, state.language), ...replies] : replies
  }

  #say(key: Parameters<typeof say>[1]): string {
    if (key === 'noted') return sayNoted(this.#state)
    if (key === 'passedOn') return sayPassedOn(this.#state)
    return say(this.#state.language, key, { kind: this.#context.business.appointment.kind })
  }

  #sayCall(key: Parameters<typeof sayCall>[1], values: Readonly<Record<string, string>> = {}): string {
    return sayCall(this.#state.language, key, { ...values, kind: this.#context.business.appointment.kind })
  }

  /** Returns a text, followed by the open question. */
  #resume(key: Parameters<typeof say>[1]): string[] {
    return this.#agenda.resume(this.#say(key))
  }

  #voice(key: 'welcome' | 'goodbye'): string {
    return voiceOf(this.#context.business.tone)(this.#state.language, key)
  }

  #does(...acts: Parameters<ParsedMessage['acts']['has']>[0][]): boolean {
    return acts.some((act) => this.#parsed.acts.has(act))
  }

  /** Handles danger, opt-outs, complaints, and requests for a person, which take precedence over everything else. */
  #handedOver(): string[] | null {
    if (isMasked(this.#text)) this.#notices.push(sayManners(this.#state.language, 'secret'))
    const handoff = handOff(this.#parsed, this.#context, this.#state, this.#text)
    return handoff && this.#handed(handoff)
  }

  #handed({ reply, next, needs }: Handoff): string[] {
    if (needs) this.#needs.add(needs)
    return next === 'same' ? this.#agenda.resume(reply) : this.#agenda.replace(reply, next)
  }

  /**
   * Responds to a visitor who asked not to be contacted: answers questions about the business, but asks for nothing and
   * promises no contact. Returns null for others, for one who asks for contact after all, and about the booked call.
   */
  #leftAlone(): string[] | null {
    const state = this.#state
    if (!state.noContact) return null
    if (wantsContact(this.#parsed, this.#text)) {
      state.noContact = false
      // An address is no wish for a call.
      if (this.#parsed.facts.email && !this.#parsed.facts.phone && !this.#does('callMe', 'person')) {
        state.prefers ??= 'email'
        if (!state.declined.includes('slot')) state.declined.push('slot')
      }
      noteOnce(state, CONTACT_AFTER_ALL + this.#text)
      this.#needs.add('asked')
      return null
    }
    if (state.booked !== null && (dropsCall(this.#text) || wantsToCancel(this.#text))) return null
    if (this.#does('thank', 'leave', 'accept')) return [sayManners(state.language, 'leftAlone')]
    const { text, isOpen } = this.#answerQuestions()
    if (text !== null && !isOpen) return [text]
    if (this.#parsed.statement !== '' && !isOpen) noteOnce(state, `Also: ${this.#text}`)
    if (isOpen || wantsService(this.#text)) this.#needs.add('unanswered')
    return [sayManners(state.language, 'leftAlone')]
  }

  #foreign(): string[] | null {
    const reply = answerForeign(this.#state, this.#text)
    if (reply !== null) this.#needs.add('unanswered')
    return reply === null ? null : [reply]
  }

  #forgotten(): string[] | null {
    const { wrong } = this.#parsed
    return wrong ? this.#forget(wrong) : null
  }

  /** Compares a new address with the service area, and settles the owner's question. */
  #observed(): null {
    const { photos = 0 } = this.#context
    if (photos > 0) this.#notices.push(this.#say(photos === 1 ? 'photo' : 'photos'))
    const area = placeAddress(this.#state, this.#text, this.#context.business)
    if (area) {
      this.#notices.push(area)
      this.#needs.add('unanswered')
    }
    this.#isSettled = answerOwnersQuestion(this.#state, this.#text, this.#parsed)
    return null
  }

  /** Takes a message while the owner has paused the agent. */
  #messageTaken(): string[] | null {
    if (!this.#context.business.isPaused) return null
    return this.#handed(takeMessage(this.#context, this.#state, this.#text, this.#learned.isNew))
  }

  /** Asks for a way to reach a visitor who writes about what can't wait, beside an answer to their question. */
  #reachedFirst(): string[] | null {
    const contact = this.#isFirstUrgent ? contactTopic(this.#state) : null
    if (!contact) return null
    const { text, isOpen } = this.#answerQuestions()
    if (isOpen) this.#needs.add('unanswered')
    return this.#agenda.replace(text ?? '', contact)
  }

  #talked(): string[] | null {
    const isMore = this.#wantsSpanish() || this.#isSettled || this.#scheduler.namesTime()
    const isOfSlot = this.#learned.isNew || this.#state.asked?.topic === 'slot' || this.#isVendor()
    if (isMore || (this.#does('frustrated') && isOfSlot)) return null
    const courtesy = courtesyFor(this.#talk(this.#learned), this.#context, this.#state, this.#text)
    return courtesy ? this.#courteous(courtesy, this.#learned) : null
  }

  #refused(): string[] | null {
    return this.#isVendor() ? [this.#refuseOffer()] : null
  }

  /**
   * Passes on that the visitor wants a call from a business that books visits, or, without a call, a visit from one that
   * books calls; afterward, also the times for it. Returns null for others.
   */
  #otherWanted(): string[] | null {
    const state = this.#state
    const { business } = this.#context
    if (!offersCalls(business) || this.#scheduler.isAccepted()) return null
    const { name, phone } = this.#parsed.facts
    // `Nobody needs to call, email me` only says how to reach the visitor.
    const isContact = Boolean(name ?? phone ?? this.#parsed.prefers)
    if (this.#scheduler.wantsOther(isContact)) state.wantsOther = true
    else if (state.wantsOther && this.#scheduler.wantsKind(business.appointment.kind))
      return this.#wantedAfterAll()
    else if (!state.wantsOther || !this.#scheduler.hasWish()) return null
    const kept = this.#scheduler.decline()
    noteOnce(state, `Wants a ${business.appointment.kind === 'visit' ? 'call' : 'visit'}: ${this.#text}`)
    this.#needs.add('asked')
    const text = this.#tell(this.#sayCall('wantsOther', { text: cutText(this.#text, LONGEST_HEARD) }))
    if (state.booked) return [`${text} ${kept}`]
    const isPhoneOpen = !state.known.phone && !state.declined.includes('phone')
    return isPhoneOpen
      ? this.#agenda.replace(text, { topic: 'phone', question: null })
      : [this.#agenda.advance(text, true)]
  }

  /** Looks for a time for what the business books, which the visitor now wants after all. */
  #wantedAfterAll(): string[] | null {
    this.#state.wantsOther = false
    this.#state.declined = this.#state.declined.filter((topic) => topic !== 'slot')
    return this.#scheduler.hasWish() ? null : [this.#agenda.advance(this.#sayCall('gladly'))]
  }

  #preferred(): string[] | null {
    const prefers = this.#prefers()
    const isOfTime = this.#state.proposed !== null || this.#scheduler.choosesTime()
    return prefers && !isOfTime ? this.#prefer(prefers) : null
  }

  /** Handles a wish for another way of contact beside a time that led to nothing. */
  #preferredAtLast(): string[] | null {
    const prefers = this.#prefers()
    return prefers ? this.#prefer(prefers) : null
  }

  #prefers = () => this.#parsed.prefers ?? prefersStill(this.#state, this.#text)

  #scheduled(): string[] | null {
    // After a danger or a complaint, a time is one for the team.
    const { handoff, notes, asked } = this.#state
    const isOfOther = isOfCustomer(notes) && asked?.topic !== 'slot' && !this.#scheduler.namesDay()
    const isForTeam = handoff && (dangerTold(notes) !== null || isDistressed(notes) || isOfOther)
    return isForTeam ? null : this.#schedule(this.#learned)
  }

  /** Tells a visitor who has asked for work here, and then about the booked call, that none is booked. */
  #unbooked(): string[] | null {
    const { notes, shown, wish } = this.#state
    const isOfChat = this.#before.service_needs !== null || wish !== null || shown.length > 0
    if (!isOfChat || isOfCustomer(notes) || !this.#scheduler.asksUnbooked()) return null
    const text = this.#scheduler.unbooked()
    return this.#learned.isNew ? [this.#agenda.advance(text, true)] : this.#agenda.resume(text)
  }

  #acknowledged(): string[] | null {
    return this.#isSettled || this.#learned.isNew ? this.#afterAnswer(this.#learned) : null
  }

  /** Returns what a message does, without the small talk beside something that needs an answer. */
  #talk({ isNew }: Learned): ReadonlySet<Act> {
    const { acts, questions, statement } = this.#parsed
    const isMore = isNew || questions.length > 0 || statement.split(' ').length >= FEWEST_BESIDE
    const idle = isNew ? [...IDLE, ...MISREAD] : IDLE
    return isMore ? new Set([...acts].filter((act) => !idle.includes(act))) : acts
  }

  /** Notes that a visitor who writes in Spanish wants to speak it, too. Returns whether the message says so. */
  #wantsSpanish(): boolean {
    const { language, last, said } = this.#state
    const asks = sentencesIn(this.#text).some((each) => chanceOf(each, ['language']) >= LEAST_LANGUAGE)
    if (language !== 'es' || last === '' || !asks || languageRequest(this.#text) === 'en') return false
    if (noteOnce(this.#state, 'Would like to speak Spanish') || !said.calledInSpanish)
      this.#notices.push(sayManners(language, 'calledInSpanish'))
    said.calledInSpanish = 1
    this.#needs.add('asked')
    return true
  }

  /** Returns whether the visitor, who has offered something, says more without asking for work. */
  #isVendor(): boolean {
    const state = this.#state
    if (this.#does('vendor')) state.vendor = true
    if (state.known.service_needs) state.vendor = false
    return state.vendor && !this.#does('thank', 'leave')
  }

  #refuseOffer(): string {
    const { agentName: agent, name: business } = this.#context.business
    return sayManners(this.#state.language, 'vendor', { agent, business })
  }

  /** Discards a fact that the visitor says is wrong, so that the agent asks for it again. */
  #forget(fact: NonNullable<ParsedMessage['wrong']>): string[] {
    const { known, declined, booked } = this.#state
    note(this.#state, `Said that this ${fact} is wrong: ${known[fact]}`)
    // The only way to reach someone with a booked call stays until there is a better one.
    if (!booked || fact === 'name' || fact === 'address') known[fact] = null
    this.#state.declined = declined.filter((topic) => topic !== fact)
    const replies = this.#agenda.replace(this.#say(`wrong_${fact}`), { topic: fact, question: null })
    return [replies.join(' ')]
  }

  #courteous({ reply, next, needs }: Courtesy, { isNew }: Learned): string[] {
    if (needs) this.#needs.add(needs)
    const contact = next === 'contact' ? contactTopic(this.#state) : null
    if (contact) return this.#agenda.replace(reply, contact)
    if (next === 'end') return this.#agenda.replace(reply, null)
    if (next !== 'same') return [reply]
    return isNew ? [this.#agenda.advance(reply, true)] : this.#agenda.resume(reply)
  }

  /** Notes that the visitor prefers another way of contact, which replaces the offer of a call. */
  #prefer(way: Preference): string[] {
    const { booked, declined } = this.#state
    // `Email me a reminder` is for the team; the call stays.
    if (booked) {
      noteOnce(this.#state, `Also: ${this.#text}`)
      this.#needs.add('asked')
      return [...this.#answers(), ...this.#agenda.resume(this.#say('passedOn'))]
    }
    this.#state.prefers = way
    noteOnce(this.#state, PREFERENCE_NOTES[way])
    const text = this.#tell(this.#say(`prefers_${way}`))
    const answers = this.#answers()
    const opening = declined.includes('slot') ? '' : `${this.#scheduler.decline()} `
    return [...answers, this.#agenda.advance(opening + text, true)]
  }

  /** Handles what the message means for the estimate call; null if it isn't about the call. */
  #schedule({ changes }: Learned): string[] | null {
    const { name, phone, email, address } = this.#parsed.facts
    const { asked, excluded } = this.#state
    const isTapped = this.#scheduler.isTapped()
    const text = this.#scheduler.answer([name, phone, email, address].some((fact) => fact !== undefined))
    if (text === null) return null
    if (this.#scheduler.needs) this.#needs.add(this.#scheduler.needs)
    if (tellsOfPlace(this.#parsed.statement)) noteOnce(this.#state, `Also: ${this.#text}`)
    // `Don't call before 9` and `my wife is home on Fridays` concern the team, too.
    const isForTeam =
      asked?.topic === 'slot'
        ? !isTapped && concernsTeam(this.#text)
        : this.#state.excluded.length > excluded.length
    // `Sounds good, but text me before`
    const isLong = addsTo(this.#parsed.statement, []) > FEWEST_ADDED
    const isRequest = this.#parsed.prefers !== null || hasReminder(this.#text)
    const asksMore = this.#scheduler.hasBooked() && (isRequest || isLong)
    if (asksMore) this.#needs.add('asked')
    if (isForTeam || asksMore) noteOnce(this.#state, `Also: ${this.#text}`)
    const isKept = changes.length > 0 || !this.#scheduler.hasBooked()
    const answers = this.#scheduler.hasBooked() ? this.#answers() : this.#answersBeside()
    const opening = this.#callFirst()
    return [...answers, opening + (this.#scheduler.isSettled() ? this.#agenda.advance(text, isKept) : text)]
  }

  /** Says once that the estimate starts with a call to a visitor who names a time for someone to come. */
  #callFirst(): string {
    const isCall = this.#context.business.appointment.kind === 'call' && !this.#state.booked
    const isNew = isCall && this.#scheduler.wantsKind('visit') && noteOnce(this.#state, WANTS_VISIT)
    return isNew ? `${this.#say('callFirst')} ` : ''
  }

  #afterAnswer({ changes }: Learned): string[] {
    const { text: answered, isOpen, isOnlyOpen } = this.#answerQuestions()
    if (isOpen) this.#needs.add('unanswered')
    // A request for work is understood, even if a question about it is not.
    const isUnderstood = isOnlyOpen && this.#parsed.facts.service_needs !== undefined
    const answer = answered === null || isUnderstood ? [] : [answered]
    const wasClosed = this.#state.closed
    const known = this.#acknowledgement(changes, answer.length > 0)
    const acknowledgement = isUnderstood ? `${known} ${this.#say('questionPassedOn')}`.trim() : known
    if (this.#does('leave')) return [...answer, this.#agenda.close(acknowledgement, changes.length > 0)]
    const next = this.#agenda.advance(acknowledgement, changes.length > 0)
    const closedAgain =
      wasClosed === 'reachable' && next === acknowledgement && !isNoted(next, this.#state.language)
    return [...answer, closedAgain ? `${next} ${this.#say('addedToo')}`.trim() : next]
  }

  /** Returns a text about what is stored, which a model must not replace. */
  #tell(text: string): string {
    this.#stated.push(text)
    return text
  }

  #cite(question: string, source: Source | undefined): void {
    if (source) this.#cited.push({ question, ...source })
  }

  #answerQuestions() {
    const answers = answerQuestions(this.#context, this.#state, this.#parsed)
    this.#cited.push(...answers.cited)
    return answers
  }

  #answers(): string[] {
    const { text, isOpen } = this.#answerQuestions()
    if (isOpen) this.#needs.add('unanswered')
    return text === null ? [] : [text]
  }

  /** Returns the settings' answers to questions that accompany a time request: `Tuesday at 3. Are you insured?` */
  #answersBeside(): string[] {
    const { questions, statement } = this.#parsed
    if (statement === '') return []
    const answers = questions
      .filter(({ value }) => !this.#scheduler.concerns(value))
      .map(({ value }) => ({ value, answer: answerTo(this.#context, this.#state, value) }))
    const [found] = answers.flatMap(({ value, answer }) =>
      answer && !answer.isOpen ? [{ value, answer }] : [],
    )
    if (!found) return []
    this.#cite(found.value, found.answer.source)
    return [found.answer.text]
  }

  #acknowledgement(changes: Learned['changes'], isAnswered: boolean): string {
    if (changes.length > 0)
      return this.#tell(corrected(changes, this.#context.business, this.#state.language))
    if (this.#notices.length > 0) return ''
    if (this.#parsed.unlisted.length > 0 || this.#parsed.isOffList) this.#needs.add('unanswered')
    if (!isAnswered) this.#askWhether()
    return acknowledge(this.#context, this.#state, this.#parsed, isAnswered)
  }

  /** Passes on a question for work that the owner's words don't confirm. Returns whether there was one. */
  #askWhether(): boolean {
    const isOpen = asksUncovered(this.#context.business, this.#parsed.questions)
    if (!isOpen) return false
    for (const { value } of this.#parsed.questions) noteAsked(this.#state, value)
    this.#needs.add('unanswered')
    return true
  }

  /** Answers questions, followed by the open question unless the visitor leaves. */
  #answeredOnly(): string[] | null {
    const tells = this.#asks('service') ? tellsAccess : tellsOfPlace
    const { statement } = this.#parsed
    this.#isOfPlace = tells(statement) || isForOther(statement)
    if (this.#isOfPlace && this.#agenda.asked) noteOnce(this.#state, `Also: ${this.#text}`)
    const [answer] = this.#answers()
    if (!answer) return null
    if (this.#does('leave')) this.#agenda.replace('', null)
    return this.#does('leave', 'thank') ? [answer] : this.#agenda.resume(answer)
  }

  #noticed(): string[] | null {
    const { asked } = this.#agenda
    if (this.#notices.length === 0) return null
    if (this.#context.photos) noteOnce(this.#state, `Also: ${this.#text}`)
    return asked ? [this.#agenda.ask(asked)] : []
  }

  /** Says that the facts in a message are known. */
  #known(): string[] | null {
    if (!hasFacts(this.#parsed)) return null
    const { facts, questions, statement } = this.#parsed
    const isMore = addsTo(statement, Object.values(facts)) >= FEWEST_MORE
    if (isMore) noteOnce(this.#state, `Also: ${this.#text}`)
    const again = isMore || (this.#isOfPlace && this.#agenda.asked) ? 'noted' : 'knownAlready'
    const asks = questions.some(({ value }) => offersAsked(value))
    const offer = this.#askWhether() ? 'askedWhether' : 'weDo'
    return this.#resume(asks ? offer : again)
  }

  #moreWork(): string[] | null {
    return !this.#asks('service') && this.#addsWork() ? this.#agenda.resume(this.#addWork()) : null
  }

  /** Gives the owner's answer to words that aren't a question. */
  #ownersAnswer(): string[] | null {
    const isFaq = (keywords(this.#text).size > 1 || !this.#agenda.asked) && !complains(this.#state.notes)
    const faq = isFaq ? findAnswer(this.#context.business.faqs, this.#text) : null
    if (!faq) return null
    this.#cite(this.#text, sourceOfFaq(this.#context.business, faq))
    return this.#agenda.resume(faq.answer)
  }

  #wordless(): string[] | null {
    const { asked } = this.#agenda
    if (/[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(this.#text)) return null
    return [asked ? this.#agenda.ask(asked) : sayManners(this.#state.language, 'presence')]
  }

  /** Asks which of the offered times a visitor means who is glad of them. */
  #whichTime(): string {
    this.#agenda.countAsked({ topic: 'slot', question: null })
    return this.#sayCall('whichTime')
  }

  /** Responds to thanks, which don't choose one of several times, and don't accept the proposed one. */
  #thanked(): string[] {
    const { asked, offered, proposed, said } = this.#state
    const isOpen = asked?.topic === 'slot' && offered.length > 0 && !said.whichTime
    if (!isOpen) return [this.#voice('welcome')]
    said.whichTime = 1
    const again = proposed ? this.#scheduler.offer('', 'same') : ''
    return [this.#voice('welcome'), again || this.#sayCall('whichTime')]
  }

  /** Returns whether the visitor asks for more work, none of which is among the services. */
  #addsWork(): boolean {
    const { statement, acts } = this.#parsed
    return wantsService(this.#text) && describesWork(statement) && !acts.has('customer')
  }

  #addWork(): string {
    const { statement } = this.#parsed
    noteOnce(this.#state, `Also: ${this.#text}`)
    const { services } = this.#context.business
    if (services.length === 0 || isGeneral(statement) || mayBeOffered(statement, services))
      return this.#say('noted')
    this.#needs.add('unanswered')
    return this.#say('offList')
  }

  #callBack(): string[] {
    const { known, language } = this.#state
    if (!known.phone) {
      this.#state.asked = { topic: 'phone', tries: 1, question: null }
      return [this.#say('whichNumber')]
    }
    this.#needs.add('asked')
    noteOnce(this.#state, /\btext me\b/i.test(this.#text) ? WANTS_TEXT : 'Would like to be called')
    const when = callbackTime(this.#context, language)
    return this.#agenda.resume(say(language, 'backToYou', { when }).trim())
  }

  /** Responds to someone who has given a detail before, in the chat or to the business. */
  #saidBefore(): string[] | null {
    const { asked } = this.#agenda
    const where = asked && saysKnown(this.#text, asked.topic, this.#state.known)
    if (where === 'chat') return this.#resume('knownAlready')
    return asked && where === 'business' ? this.#afterKnown(asked) : null
  }

  /** Responds to a wish for an estimate in general. */
  #glad(): string[] | null {
    const isVague = this.#does('vague')
    if (isVague && REFERRED.test(this.#text)) noteOnce(this.#state, `Also: ${this.#text}`)
    const isMeant = isVague || (wantsBooking(this.#text) && !this.#does('decline'))
    return isMeant ? this.#resume('gladlyDetails') : null
  }

  #visit(): string[] | null {
    if (!this.#scheduler.wantsKind('visit')) return null
    noteOnce(this.#state, WANTS_VISIT)
    return this.#resume(offersCalls(this.#context.business) ? 'callFirst' : 'noted')
  }

  #mayWait = () => this.#does('wait') || (this.#asks('slot') && this.#does('unsure'))

  /** Stops asking what a visitor doesn't want to say or doesn't know. */
  #declined(): string[] | null {
    const { asked } = this.#agenda
    const isService = this.#asks('service')
    const isUnsure = this.#does('unsure') && (this.#parsed.statement === '' || !this.#asks(...OF_VISITOR))
    if (!asked || !(this.#does('decline', 'skip') || (isUnsure && !isService))) return null
    if (isService && !refusesContact(this.#text)) return [this.#say('noProblemHere')]
    this.#agenda.rest(asked, this.#text)
    return [this.#agenda.advance(this.#say('noProblem') + this.#agenda.alternative())]
  }

  #greeted(): string[] | null {
    const courtesy = greetingFor(this.#parsed.acts, this.#state)
    return courtesy && this.#parsed.statement === '' ? this.#agenda.resume(courtesy.reply) : null
  }

  #agreed(): string[] | null {
    const isYes = this.#does('accept') && this.#parsed.statement === '' && !this.#text.includes('?')
    if (!isYes) return null
    if (this.#asks('slot')) return [this.#whichTime()]
    const { asked } = this.#agenda
    if (!asked) return [sayManners(this.#state.language, 'accept')]
    return [this.#agenda.ask(asked) || hintFor(asked.topic, this.#text, this.#context, this.#state)]
  }

  #photos(): string[] | null {
    return this.#context.business.takesPhotos && sendsPhotos(this.#text)
      ? this.#agenda.resume(sayKnowledge(this.#state.language, 'photos'))
      : null
  }

  /** Leaves a detail that the visitor has given the business before to the team. */
  #afterKnown(asked: Asked): string[] {
    note(this.#state, this.#text)
    this.#needs.add('asked')
    this.#agenda.rest(asked, this.#text)
    return [this.#agenda.advance(this.#say('passedOn'), true)]
  }

  /** Passes on a question that looks like a request: `will you still come if it rains?` */
  #pass(): string[] | null {
    if (!this.#text.endsWith('?') || this.#text.split(' ').length < FEWEST_ASKED) return null
    if (!this.#asks('slot') && !/\b(?:if|still|when|si)\b/i.test(this.#text))
      return this.#resume('gladlyDetails')
    noteAsked(this.#state, this.#text)
    this.#needs.add('unanswered')
    return this.#agenda.resume(sayUnanswered(this.#state, this.#text))
  }

  #courtesyAlone(): string[] | null {
    if (this.#parsed.statement !== '' || this.#parsed.acts.size === 0) return null
    if (this.#does('greet')) return [this.#say('anythingElse')]
    if (this.#does('callMe')) return this.#callBack()
    return this.#does('vague') ? null : [this.#voice('welcome')]
  }

  #passOn(): string[] {
    note(this.#state, this.#text)
    this.#needs.add('unanswered')
    const contact = this.#state.closed === null ? contactTopic(this.#state) : null
    return contact ? this.#agenda.replace(this.#say('passedOn'), contact) : [this.#say('passedOn')]
  }

  /** Handles a visitor who leaves: the agent asks nothing more and says who will get in touch unless it already has. */
  #part(): string[] {
    const { phone, email } = this.#state.known
    const isNew = this.#state.closed === null
    if ((phone || email) && isNew) return [this.#agenda.close('')]
    this.#agenda.replace('', null)
    return [this.#voice(this.#does('thank') ? 'welcome' : 'goodbye')]
  }

  /** Says that the agent didn't understand, with choices. The second time, hands the conversation to the team. */
  #notUnderstood(): string[] | null {
    const { asked } = this.#agenda
    if (!asked) return null
    const part = /^(?:contact|phone)$/.test(asked.topic) ? dial(this.#state, this.#text) : null
    if (part) return [this.#say(part)]
    // `Don't forget the other yard` is for the team, whatever the owner asks.
    if (asked.topic === 'question' && this.#text.split(' ').length >= FEWEST_ADDED) {
      noteOnce(this.#state, `Also: ${this.#text}`)
      return this.#resume('noted')
    }
    if (asked.tries < MOST_TRIES) {
      this.#state.asked = { ...asked, tries: asked.tries + 1 }
      note(this.#state, this.#text)
      // Nobody knows what a first message means that the agent doesn't understand, so a person reads it.
      if (this.#state.last === '') {
        this.#needs.add('unanswered')
        if (!tellsOtherThan(asked.topic, this.#text)) return this.#resume('passedOn')
      }
      if (asked.topic !== 'service' && tellsOtherThan(asked.topic, this.#text)) {
        return this.#resume('noted')
      }
      const { proposed } = this.#state
      const again = proposed && this.#scheduler.offer(this.#sayCall('unclear'), 'same')
      if (again) return [again]
      this.#agenda.countAsked(asked)
      return [hintFor(asked.topic, this.#text, this.#context, this.#state)]
    }
    note(this.#state, this.#text)
    if (asked.topic === 'service') this.#state.handoff = true
    this.#agenda.rest(asked, this.#text)
    if (asked.topic === 'question') return [this.#agenda.advance(this.#say('noProblem'))]
    this.#needs.add('unanswered')
    return [this.#agenda.advance(this.#say('notUnderstood'), true)]
  }
}
