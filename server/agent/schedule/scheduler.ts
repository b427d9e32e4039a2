import type { AppointmentKind } from '../../../src/contract/appointments.ts'
import type { Needs } from '../../../src/contract/conversations.ts'
import { capitalized } from '../../../src/domain/common/capitalized.ts'
import type { BookingChange } from '../../call-times/slots.ts'
import { slotLabel, slotSentence, wallSlot } from '../../call-times/slots.ts'
import { offersCalls } from '../call-hours.ts'
import { passOn } from '../handoff.ts'
import { noteOnce } from '../notes.ts'
import { asksForTime } from '../owner-questions.ts'
import type { AgentContext, AgentState } from '../state.ts'
import { sayKnowledge } from '../texts/knowledge.ts'
import { say } from '../texts/schedule.ts'
import { knowsPlace } from '../topics.ts'
import { saysOfAppointment } from '../understand/appointments.ts'
import { chanceOf, questionIn } from '../understand/likelihoods.ts'
import { HALF_DAY } from '../words/calendar.ts'
import { sentencesIn } from '../words/words.ts'
import { aboutTime, accepts, turnsDown } from './about-time.ts'
import { Bookable } from './bookable.ts'
import { cancelsCall, changesOtherCall, keepsCall, missesCall } from './booked.ts'
import { chosenAgain, otherChosen, readChoice, suggest, tapped, withDigits, withTimes } from './choose.ts'
import {
  agrees,
  asksForTimes,
  asksHours,
  asksToChangeLater,
  asksWhatIsFree,
  asksWhen,
  cannotCome,
  declinesBooking,
  dropsCall,
  hasReservation,
  inWordsOfCalls,
  isAboutCall,
  isHeldUp,
  leavesCall,
  namesDay,
  ofCalling,
  saysBareNo,
  saysNo,
  wantsBooking,
  wantsNeither,
  wantsOther,
  wantsToCancel,
  wantsToMove,
  withoutTime,
} from './intents.ts'
import {
  bookedSentence,
  changedSentence,
  datesOf,
  listSlots,
  offerSlots,
  proposeSlot,
  type Which,
} from './offer.ts'
import { atHour, baseOf, madeAbsolute, related, stillExcluded, wishIn } from './relate.ts'
import { type Found, isAway } from './resolve.ts'
import { isMeasured, isWish, NO_CRITERIA, NO_WISH, readWish, suits, type Wish } from './wish.ts'
import { zoneIn, zoneOfVisitor } from './zone.ts'

/** The least probabilities that a visitor without a call in this chat changes one, or a visit. */
const LEAST_CHANGE = 0.7
const LEAST_OF_CALL = 0.3
const changesElsewhere = (text: string) =>
  chanceOf(text, ['move', 'cancel', 'customer']) >= LEAST_CHANGE &&
  chanceOf(text, ['move', 'cancel']) >= LEAST_OF_CALL

/** Returns whether a sentence asks about a booked call, and not for what the visitor has told: `did you get my number`. */
const isOfBooking = (sentence: string) =>
  saysOfAppointment('booking', sentence) && questionIn(sentence).intent !== 'ask_recall'

/** Returns whether a sentence names a time for the case that the one before isn't free. */
const isAlternative = (sentence: string) => /^\W*(?:or|if not|otherwise|o|si no)(?!\p{L})/iu.test(sentence)

/** The maximum number of words in a part of a message that only names a time. */
const MOST_WORDS_OF_TIME = 8

/** The maximum number of excluded times in the state. */
const MOST_EXCLUDED = 20

/** Returns an unclear wish without its times of day. If it names no day, it is about `day`. */
function onDays(wish: Wish, day: string | undefined): Wish {
  const named = wish.any
    .filter(({ days, weekdays }) => days !== null || weekdays !== null)
    .map((each) => ({ ...each, at: null, from: null, to: null }))
  const any = named.length === 0 && day ? [{ ...NO_CRITERIA, days: [day] }] : named
  return { ...wish, any, edge: null, relative: null }
}

/**
 * Handles the estimate call in one turn: offers, proposes, books, moves, and cancels it in `state`. Books only a start
 * that the visitor taps, or one that the agent proposed explicitly and the visitor clearly accepts.
 */
export class Scheduler {
  readonly #context: AgentContext
  readonly #state: AgentState
  /** What the visitor wrote. In the other texts, a visit is a call. */
  readonly #message: string
  readonly #whole: string
  readonly #text: string
  readonly #bookable: Bookable
  readonly #wish: Wish
  #isSettled = false
  /** The change to store; the turn's replies are true only afterward. */
  booking: BookingChange | null = null
  /** Why a person is needed, if the reply makes a promise on the team's behalf. */
  needs: Needs | null = null

  constructor(context: AgentContext, state: AgentState, message: string) {
    const text = context.business.appointment.kind === 'visit' ? inWordsOfCalls(message) : message
    this.#message = message
    this.#context = context
    this.#state = state
    this.#whole = text
    const told = state.asked?.topic === 'question' ? text : aboutTime(text, (each) => this.#isOffered(each))
    this.#text = state.asked?.topic === 'slot' ? withDigits(told) : told
    this.#bookable = new Bookable(context, state)
    this.#state.zone = zoneOfVisitor(text) ?? state.zone
    const wish = this.#read(withTimes(this.#text, state))
    this.#wish = this.#lastOf(wish) ?? wish
  }

  /** Returns whether a sentence clearly names an hour that is on offer. */
  #isOffered(sentence: string): boolean {
    const wish = this.#read(sentence)
    const isHour = wish.any.some(({ at }) => at !== null) && !wish.isUnclear
    return isHour && this.#state.offered.some((start) => suits(this.#wall(start), wish))
  }

  /** Returns whether the last of several sentences takes an offered time: `I need no call. Fine, 12 today then`. */
  #takesLast(): boolean {
    const sentences = sentencesIn(this.#whole)
    return sentences.length > 1 && this.#isOffered(sentences.at(-1) ?? '')
  }

  /** Returns the time that the last sentence clearly names, if all together are unclear or move a call; otherwise null. */
  #lastOf(whole: Wish): Wish | null {
    const sentences = sentencesIn(this.#text)
    const sentence = sentences.at(-1) ?? ''
    const isMeant = sentences.length > 1 && (whole.isUnclear || this.#state.booked !== null)
    if (!isMeant || isAlternative(sentence)) return null
    const last = this.#read(sentence)
    if (last.isUnclear || last.any.length === 0) return null
    const days = new Set(whole.any.flatMap((each) => each.days ?? []))
    const isOnDay = days.size === 1 && last.any.every((each) => each.days === null && each.weekdays === null)
    return {
      ...last,
      any: isOnDay ? last.any.map((each) => ({ ...each, days: [...days] })) : last.any,
      not: whole.not,
    }
  }

  #say = (key: Parameters<typeof say>[1], values: Readonly<Record<string, string>> = {}): string =>
    say(this.#state.language, key, { ...values, kind: this.#context.business.appointment.kind })

  #read = (text: string): Wish => wishIn(text, this.#context, this.#state)

  hasSlots = () => this.#bookable.slots().length > 0
  /** Returns a sentence with the owner's booking link if no time is free at all, or an empty text. */
  bookingLink(): string {
    const { bookingUrl: url } = this.#context.business
    const { excluded } = this.#state
    const isFull = excluded.length === 0 ? !this.hasSlots() : this.#bookable.all().length === 0
    return url && isFull ? this.#say('online', { url }) : ''
  }
  hasBooked = () => this.booking?.kind === 'book'
  /** Returns whether the question about the call is settled for now, so that the conversation can continue. */
  isSettled = () => this.#isSettled

  /** Returns whether the visitor clearly accepts the proposed time. */
  isAccepted(): boolean {
    const { proposed } = this.#state
    if (!proposed) return false
    const isRepeated =
      !this.#wish.isUnclear &&
      !this.#whole.includes('?') &&
      !hasReservation(this.#whole) &&
      this.#wish.not.length === 0 &&
      this.#wish.any.some(({ at }) => at !== null) &&
      suits(this.#wall(proposed), this.#wish)
    if (isRepeated && !turnsDown(this.#whole)) return true
    return accepts(this.#whole, (part) => {
      const other = this.#read(part)
      const isShort = part.split(' ').length <= MOST_WORDS_OF_TIME
      const [, hour] = /^\D*(\d{1,2})\D*$/.exec(part) ?? []
      if (hour && (Number(hour) * 60) % HALF_DAY === this.#wall(proposed).minutes % HALF_DAY) return false
      return isShort && (other.isUnclear || (isWish(other) && !suits(this.#wall(proposed), other)))
    })
  }

  /** Returns whether the answer to offered times names one. */
  namesTime = () => this.#state.asked?.topic === 'slot' && this.#wish.any.length > 0

  /** Returns whether the visitor takes one of the offered times. */
  choosesTime(): boolean {
    const { asked, proposed, offered } = this.#state
    if (asked?.topic !== 'slot' || proposed) return false
    return readChoice(this.#text, this.#wish, this.#choices(datesOf(offered))).kind === 'chosen'
  }

  /** Returns whether the message is an offered time as the buttons show it. */
  isTapped = () => this.#tapped() !== null

  #tapped(): Date | null {
    const { asked, offered, language } = this.#state
    if (asked?.topic !== 'slot') return null
    const { timezone } = this.#context.business
    return tapped(this.#text, datesOf(offered), (start) => slotLabel(start, timezone, language))
  }

  /** Returns whether the message asks for a call or names a day. */
  namesDay = () =>
    wantsBooking(this.#text) ||
    this.#wish.any.some(({ days, weekdays }) => days !== null || weekdays !== null)

  /** Returns whether the message names a time. */
  hasWish = () => isWish(this.#wish)

  /** Returns whether the visitor wants a call, or a visit. */
  wantsKind = (kind: AppointmentKind) =>
    sentencesIn(this.#message).some((each) => saysOfAppointment(kind, each))

  /**
   * Returns whether the visitor wants a call instead of a visit, or a visit and no call: an estimate can start with a
   * call. `isContact` says that the message contains a name or a phone number, beside which `call me` asks for no call.
   */
  wantsOther(isContact: boolean): boolean {
    const declines = declinesBooking(this.#text) || dropsCall(this.#text)
    return this.#context.business.appointment.kind === 'visit'
      ? this.wantsKind('call') && (declines || !isContact)
      : this.#wantsOnlyVisit() || (this.wantsKind('visit') && declines)
  }

  #wantsOnlyVisit = () => sentencesIn(this.#message).some((each) => saysOfAppointment('visitOnly', each))

  /** Returns whether a question is about the call rather than the business. */
  concerns = (question: string) =>
    (this.#state.booked !== null && isOfBooking(question)) ||
    wantsBooking(question) ||
    wantsToMove(question, true) ||
    wantsToCancel(question) ||
    asksWhatIsFree(question) ||
    isWish(readWish(question, wallSlot(this.#context.now, this.#context.business.timezone).day))

  /** Returns the reply if the message is about the call, or null. `isAnswer`: it says who or where the visitor is. */
  answer(isAnswer = false): string | null {
    const { changed, said } = this.#state
    const asks = this.asksBooking()
    const text = asks ? this.#bookedIn() : this.#answer(isAnswer)
    if (!changed || text === null || (said.changed && !asks)) return text
    said.changed = 1
    return `${changedSentence(this.#state, this.#context)} ${text}`.trim()
  }

  /** Returns whether the visitor asks about the booked call, or about one that was moved or canceled outside the chat. */
  asksBooking(): boolean {
    const { booked, changed } = this.#state
    if ((!booked && !changed) || cancelsCall(this.#text)) return false
    const isOther = isWish(this.#wish) && wantsToMove(this.#text, true) && !(booked && this.#isTimeOf(booked))
    return !isOther && sentencesIn(this.#message).some(isOfBooking)
  }

  /** Returns whether a visitor asks about a booked call, although none is booked, and names no time. */
  asksUnbooked(): boolean {
    const { booked, changed, asked } = this.#state
    const isOpen = booked !== null || changed !== null || asked?.topic === 'slot' || this.hasWish()
    return !isOpen && sentencesIn(this.#message).some(isOfBooking)
  }

  /** Says that no call is booked, and which time is noted. */
  unbooked(): string {
    const { wish } = this.#state
    const found = wish && this.#bookable.resolve({ ...NO_WISH, any: wish }, false)
    const noted = found?.kind === 'one' ? this.#notedFor(found.start) : ''
    return `${sayKnowledge(this.#state.language, 'notBooked', { kind: this.#context.business.appointment.kind })} ${noted}`.trim()
  }

  #answer(isAnswer: boolean): string | null {
    const { asked, booked } = this.#state
    if (booked && this.#isTimeOf(booked) && asksWhen(this.#text)) return this.#bookedIn(zoneIn(this.#text))
    if (asksToChangeLater(this.#text)) return null
    const isChoosing = asked?.topic === 'slot'
    // While times in the business hours are on offer, `are you open Saturday?` asks for times on that day.
    const isOfOffer = isChoosing && this.#context.business.callHours === null && namesDay(this.#text)
    if (asksHours(this.#text) && !isOfOffer) return null
    if (isChoosing) return this.#choose()
    return booked ? this.#answerBooked(booked) : this.#answerUnbooked(isAnswer)
  }

  /** Returns whether the wish fits the start of a booked or proposed call. */
  #isTimeOf(start: string): boolean {
    const { relative, edge } = this.#wish
    return relative === null && edge === null && suits(this.#wall(start), this.#wish)
  }

  /** Handles a message about the booked call: cancels it, leaves it where it is, or looks for another time. */
  #answerBooked(booked: string): string | null {
    const wish = this.#wish
    if (cancelsCall(this.#text)) return this.#cancel()
    if (leavesCall(this.#text)) return this.decline()
    const isHindered = isHeldUp(this.#text) && wish.any.length === 0 && wish.relative === null
    const isRuledOut = !suits(this.#wall(booked), { any: [], not: wish.not })
    if (isHindered && wish.not.length > 0 && !isRuledOut) return this.#bookedIn()
    const isHeldUpThen = isHindered || (isHeldUp(this.#text) && this.#isTimeOf(booked))
    if (isHeldUpThen || missesCall(this.#text, wish, this.#wall(booked))) return this.#askWhatInstead()
    const again = isWish(wish) ? null : chosenAgain(this.#text, this.#choices(datesOf(this.#state.shown)))
    if (again) {
      this.#open()
      return this.#show({ kind: 'one', start: again })
    }
    if (this.#movesFrom(booked)) {
      if (!offersCalls(this.#context.business)) return this.#offerNone()
      return isWish(wish) ? this.#consider(wish) : this.#offerAfter('ofCourse', 'first')
    }
    const isOfCall = wantsBooking(this.#text) || this.#tellsTime() || this.#wishOfCall().not.length > 0
    return isOfCall ? this.#bookedIn() : null
  }

  /** Asks a visitor who misses the booked call whether to move or cancel it, or offers other times if they want one. */
  #askWhatInstead(): string | null {
    this.#open()
    if (!wantsBooking(this.#text)) return this.#say('moveOrCancel')
    return isWish(this.#wish) ? this.#consider(this.#wish) : this.#offerAfter('notThen', 'first')
  }

  /** Returns whether the visitor wants the booked call at another time. */
  #movesFrom(booked: string): boolean {
    if (wantsToMove(this.#text, isWish(this.#wish)) || isMeasured(this.#wish)) return true
    if (this.#isTimeOf(booked)) return false
    return this.#tellsTime() || (this.#wish.any.length === 0 && this.#wishOfCall().not.length > 0)
  }

  /** Returns whether the message is only a time, and not the answer to an owner's question for one. */
  #tellsTime(): boolean {
    return isWish(this.#wish) && this.#wish.isAll && !asksForTime(this.#state.asked?.question)
  }

  /** Returns the wish in the part of the message that is about a call. */
  #wishOfCall = (): Wish => this.#read(ofCalling(this.#text))

  /** Handles a message of a visitor without a booked call. */
  #answerUnbooked(isAnswer: boolean): string | null {
    const { shown, known, declined, said } = this.#state
    const isOther = shown.length === 0 && !said.canceled && changesElsewhere(this.#text)
    if (isOther || changesOtherCall(this.#text)) return this.#changeElsewhere()
    if (leavesCall(this.#text) && declined.includes('slot'))
      return this.offer(this.#say('noneNow'), 'first') || this.#say('noneNow')
    if (declinesBooking(this.#text)) return this.#declineUnasked(isAnswer)
    const wish = this.#wishToBook()
    if (wish === null) return null
    if (!offersCalls(this.#context.business)) return this.#offerNone()
    if (known.phone || known.email) return this.#bookFor(wish)
    return this.#rememberClear(wish)
  }

  /** Offers times to a visitor who can be reached, once the place is known. */
  #bookFor(wish: Wish): string | null {
    if (this.#knowsPlace()) return isWish(wish) ? this.#consider(wish) : this.#offerAfter('gladly', 'first')
    this.#askForPlace()
    if (isWish(wish)) return this.#rememberClear(wish)
    this.#isSettled = true
    return this.#say('gladly')
  }

  #rememberClear(wish: Wish): string | null {
    const isClear = wish.relative === null || this.#state.wish !== null
    return isWish(wish) && isClear ? this.#remember(wish) : null
  }

  /** Passes on a change to a call that wasn't booked in this chat. */
  #changeElsewhere(): string {
    const { declined } = this.#state
    if (declined.includes('slot')) return this.#say('noneNow')
    const passed = passOn(this.#state, this.#message)
    this.needs = 'asked'
    this.#isSettled = true
    const isOfCall = wantsToCancel(this.#text) && isAboutCall(this.#text)
    return isOfCall ? this.#say('noCall') : passed
  }

  /** Gives a visitor who wants a call the owner's booking link, or else notes the wish and says that none is offered. */
  #offerNone(): string {
    const link = this.#linkInstead('')
    if (link) return link
    this.#isSettled = true
    this.needs = 'asked'
    noteOnce(this.#state, `Asks for a ${this.#context.business.appointment.kind}: ${this.#message}`)
    return this.#say('noCalls')
  }

  /** Returns the wish of a visitor who wants to book a call, even if it names no time; null for other messages. */
  #wishToBook(): Wish | null {
    const { asked, shown, declined, said } = this.#state
    const wish = this.#wish
    const ofCall = this.#wishOfCall()
    const asks = wantsBooking(this.#text)
    const namesTime = wish.any.some(({ at }) => at !== null)
    // The agent has told who canceled to say when they want another time.
    if (said.canceled && asked === null && isWish(wish)) return wish
    if (declined.includes('slot') && !asks && !namesTime && !isWish(ofCall)) return null
    const mayAnswer = this.#mayAnswerOwner()
    const isTime = isWish(wish) && (this.#isTimed() || wish.isAll) && !asksWhatIsFree(this.#text)
    const isOfOffer = asked === null && isWish(wish) && shown.length > 0
    if (asks || (isTime && !mayAnswer) || isOfOffer) return wish
    return mayAnswer || !isWish(ofCall) ? null : ofCall
  }

  /** Returns whether the wish names a time on a day. */
  #isTimed(): boolean {
    return this.#wish.any.some(({ days, at }) => at !== null && (this.#state.wish !== null || days !== null))
  }

  /** Returns whether a time can be the answer to an owner's question, which has nothing to do with the call. */
  #mayAnswerOwner(): boolean {
    const { asked } = this.#state
    const isDay = this.#wish.any.some(({ days, weekdays }) => days !== null || weekdays !== null)
    return asked?.topic === 'question' && (asksForTime(asked.question) || !isDay)
  }

  /** Offers free slots after `opening` and waits for a choice. If none is free, returns the booking link or nothing. */
  offer(opening: string, which: Which): string {
    const { proposed, wish } = this.#state
    const isOpen = this.#state.asked?.topic === 'slot'
    const found =
      which === 'same' && proposed && this.#bookable.includes(new Date(proposed))
        ? ({ kind: 'one', start: new Date(proposed) } as const)
        : which === 'same' && wish && !(isOpen && this.#state.offered.length > 0)
          ? this.#resolve({ ...NO_WISH, any: wish })
          : null
    const offer = found
      ? this.#show(found)
      : offerSlots(this.#context, this.#state, this.#bookable.slots(), which)
    if (!offer) return this.#linkInstead(opening)
    this.#open()
    return opening ? `${opening} ${offer}` : offer
  }

  #offerAfter = (opening: Parameters<typeof say>[1], which: Which): string | null =>
    this.offer(this.#say(opening), which) || null

  #resolve = (wish: Wish): Found => this.#bookable.resolve(wish, asksWhatIsFree(this.#text))

  /** Handles the answer to offered or proposed times. */
  #choose(): string | null {
    const { proposed, booked } = this.#state
    const offered = datesOf(this.#state.offered)
    const label = this.#tapped()
    if (label) return this.#book(label)
    if (cancelsCall(this.#text)) return booked ? this.#cancel() : this.decline()
    if (declinesBooking(this.#text) && !this.#takesLast()) return this.decline()
    if (proposed) return this.#answerProposal(proposed, offered)
    // The visitor has been asked whether to move or cancel the call.
    const wasAskedWhether = booked !== null && offered.length === 0
    if (wasAskedWhether && wantsNeither(this.#text)) return this.decline()
    if (wasAskedWhether && !isWish(this.#wish) && agrees(this.#text))
      return this.#offerAfter('ofCourse', 'first')
    return this.#pick(offered)
  }

  /** Handles the answer to a proposed time: a yes, a no, or another time. */
  #answerProposal(proposed: string, offered: readonly Date[]): string | null {
    const start = new Date(proposed)
    if (this.isAccepted() || this.#agreesTo(proposed)) return this.#book(start)
    if (saysBareNo(this.#text)) return this.#offerAfter('sure', 'other')
    const other = isWish(this.#wish) ? null : otherChosen(this.#text, start, this.#choices(offered))
    if (other?.getTime() === start.getTime()) return this.#book(start)
    if (other) return this.#show({ kind: 'one', start: other })
    return this.#pick([])
  }

  /** Returns whether the visitor agrees without naming another time. */
  #agreesTo(start: string): boolean {
    const wish = this.#wish
    if (wish.isUnclear || !this.#isTimeOf(start)) return false
    return agrees(this.#text) || (isWish(wish) && agrees(withoutTime(this.#text)))
  }

  /** Handles words about offered times. */
  #pick(offered: readonly Date[]): string | null {
    const { proposed, booked } = this.#state
    const wish = this.#wish
    if (!isWish(wish) && cannotCome(this.#text)) return this.#offerAfter('notThen', 'other')
    if (this.#declinesOffered()) return this.decline()
    const choice = readChoice(this.#text, wish, this.#choices(offered))
    switch (choice.kind) {
      case 'chosen':
        if (isWish(wish)) this.#understood(wish)
        return this.#show({ kind: 'one', start: choice.start })
      case 'gone':
        return this.#offerAfter('justTaken', 'first')
      case 'wish':
        return this.#consider(choice.wish)
      case 'others':
        return this.#offerAfter('sure', 'other')
      case 'unclear':
        if (wish.isUnclear && proposed) return this.#consider(wish)
        if (asksForTimes(this.#text)) return this.offer('', 'same') || null
        return wantsBooking(this.#text) || (booked && wantsToMove(this.#text, false))
          ? this.#offerAfter('gladly', 'same')
          : null
    }
  }

  /** Returns whether the answer to offered times turns the call down, or leaves the booked one where it is. */
  #declinesOffered(): boolean {
    const { booked } = this.#state
    if (saysNo(this.#text)) return true
    if (booked && keepsCall(this.#text, this.#wish, this.#wall(booked))) return true
    return !isWish(this.#wish) && turnsDown(this.#whole) && !leavesCall(this.#text) && !wantsOther(this.#text)
  }

  /** Responds to a wish with the slot, the slots, or the reason that there are none. */
  #consider(wish: Wish): string | null {
    const exact = this.#understood(wish)
    if (!exact && wish.relative?.direction) return this.#offerAfter('sure', 'other')
    if (!exact) return wish.not.length > 0 ? this.#offerRest() : this.offer('', 'same') || null
    const { booked, asked } = this.#state
    const moved = booked && asked?.topic !== 'slot' ? atHour(exact, this.#wall(booked).minutes) : null
    const kept = moved && this.#resolve(moved)
    const found = kept?.kind === 'one' ? kept : this.#found(exact)
    if (found.kind === 'none') this.#keepPossible(exact)
    if (booked && found.kind === 'one' && found.start.getTime() === Date.parse(booked))
      return this.#bookedIn()
    const text = this.#show(found)
    if (!text) return null
    this.#open()
    return text
  }

  /** Returns the slots of a wish. An unclear one never leads to a single time, so that a yes books no misread time. */
  #found(wish: Wish): Found {
    const found = this.#resolve(wish)
    return wish.isUnclear && found.kind === 'one' ? { kind: 'some', starts: [found.start] } : found
  }

  /** Waits for the visitor's answer about the call. */
  #open(): void {
    const { asked, declined } = this.#state
    this.#state.declined = declined.filter((topic) => topic !== 'slot')
    if (asked?.topic !== 'slot') this.#state.asked = { topic: 'slot', tries: 1, question: null }
    this.#state.closed = null
  }

  #bookedIn = (zone: string | null = null) => bookedSentence(this.#state, this.#context, zone)

  #wall = (start: string) => wallSlot(new Date(start), this.#context.business.timezone)

  #choices(offered: readonly Date[]) {
    return { offered, free: this.#bookable.slots(), timezone: this.#context.business.timezone }
  }

  /** Offers the remaining slots of the earlier wish, or else the first available ones. */
  #offerRest(): string | null {
    const opening = this.#say('notThen')
    const { wish } = this.#state
    if (!this.hasSlots()) return this.#showExcluded()
    const left = wish && this.#resolve({ ...NO_WISH, any: wish })
    if (!left || left.kind === 'none') return this.offer(opening, 'first') || null
    if (this.#state.asked?.topic !== 'slot') this.#state.asked = { topic: 'slot', tries: 1, question: null }
    return `${opening} ${this.#show(left)}`
  }

  /** Offers the first slots again to a visitor who has ruled out every one. */
  #showExcluded(): string | null {
    this.#state.excluded = []
    const why = this.#say(isAway(this.#wish) ? 'beyond' : 'unfree')
    return this.#show({ kind: 'none', why, nearest: suggest(this.#bookable.slots(), null) }) || null
  }

  /** Remembers a wish. Returns it combined with earlier ones, in absolute terms; null if it only rules out times. */
  #understood(wish: Wish): Wish | null {
    const { timezone } = this.#context.business
    const { excluded } = this.#state
    const base = baseOf(this.#state, wish, timezone)
    const named = madeAbsolute(wish.isUnclear ? onDays(wish, base?.day) : wish, base, excluded, this.#text)
    this.#state.excluded = [...stillExcluded(excluded, named), ...named.not].slice(-MOST_EXCLUDED)
    if (named.any.length === 0 && named.edge === null) return null
    const { day: today } = wallSlot(this.#context.now, timezone)
    // The time of an earlier wish isn't that of an unclear one.
    const any = wish.isUnclear
      ? [...named.any]
      : related(named, base, this.#state, { today, text: this.#text })
    const exists = any.every(({ days }) => days?.length !== 0)
    this.#state.wish = any.length > 0 && exists ? any : null
    return { ...named, any }
  }

  /** Forgets a time of day that no day allows, so that the next day that the visitor names doesn't keep it. */
  #keepPossible(wish: Wish): void {
    const onAnyDay = wish.any.map((each) => ({ ...each, days: null, weekdays: null }))
    if (this.#resolve({ ...wish, any: onAnyDay }).kind !== 'none') return
    const days = wish.any.filter((each) => each.days !== null || each.weekdays !== null)
    this.#state.wish =
      days.length > 0 ? days.map((each) => ({ ...each, at: null, from: null, to: null })) : null
  }

  /** Notes the wish of a visitor who can't be reached yet. */
  #remember(wish: Wish): string | null {
    const exact = this.#understood(wish)
    this.#isSettled = true
    if (!exact) return this.#sayNoted('notedRoughly')
    const found = this.#resolve(exact)
    if (found.kind === 'none') {
      this.#keepPossible(exact)
      return this.#sayNoted('notedNone', { why: found.why })
    }
    if (found.kind === 'some') return this.#sayNoted('notedRoughly')
    return this.#notedFor(found.start)
  }

  /** Keeps a start as the visitor's wish until the agent knows what it must ask for first. */
  #notedFor(start: Date): string {
    const { timezone } = this.#context.business
    const { day, minutes } = wallSlot(start, timezone)
    this.#state.wish = [{ ...NO_CRITERIA, days: [day], at: [minutes] }]
    const when = slotSentence(start, timezone, this.#state.language, this.#context.now)
    return this.#sayNoted('noted', { when: capitalized(when) })
  }

  #sayNoted(
    key: 'noted' | 'notedRoughly' | 'notedNone',
    values: Readonly<Record<string, string>> = {},
  ): string {
    const { phone, email } = this.#state.known
    const once = this.#say(phone || email ? 'oncePlace' : 'onceReachable')
    return this.#say(key, { ...values, once })
  }

  #show(found: Found): string {
    if (found.kind === 'one') return proposeSlot(this.#context, this.#state, found.start, this.#text)
    if (found.kind === 'some') return listSlots(this.#context, this.#state, found.starts)
    const list = listSlots(this.#context, this.#state, found.nearest, 'nearest')
    return list ? `${found.why} ${list}` : this.#linkInstead(found.why)
  }

  /** Returns the owner's booking link after `opening` if no time is free at all; empty otherwise or without a link. */
  #linkInstead(opening: string): string {
    const link = this.bookingLink()
    if (!link) return ''
    this.#close()
    if (this.#state.asked?.topic === 'slot') this.#state.asked = null
    return opening ? `${opening} ${link}` : link
  }

  #book(start: Date): string | null {
    const other = this.#otherTerms()
    if (!this.#bookable.includes(start)) {
      this.#state.proposed = null
      const why = start.getTime() < this.#context.now.getTime() ? 'past' : 'justTaken'
      return this.offer(other || this.#say(why), 'first') || null
    }
    if (!this.#knowsPlace()) return `${other} ${this.#hold(start)}`.trim()
    if (other) return `${other} ${this.#show({ kind: 'one', start })}`
    this.booking = { kind: 'book', start, appointment: this.#context.business.appointment }
    this.#state.booked = start.toISOString()
    this.#close()
    Object.assign(this.#state, { closed: null, changed: null })
    this.#state.said.canceled = 0
    return this.#bookedIn()
  }

  /** Returns what the visitor can book if it isn't what they were offered anymore; otherwise an empty text. */
  #otherTerms(): string {
    const { terms } = this.#state
    const { kind, minutes } = this.#context.business.appointment
    const isSame = !terms || (terms.kind === kind && terms.minutes === minutes)
    return isSame ? '' : this.#say('otherTerms', { minutes: String(minutes) })
  }

  #knowsPlace = () => knowsPlace(this.#context.business, this.#state)

  /** Lets the agent ask for the address of a visit, even if the visitor has not given it before. */
  #askForPlace(): void {
    this.#state.declined = this.#state.declined.filter((topic) => topic !== 'address')
    this.#state.said.address = 0
  }

  /** Notes the start of a visit whose address is unknown. */
  #hold(start: Date): string {
    this.#askForPlace()
    this.#close()
    this.#state.asked = null
    return this.#notedFor(start)
  }

  /** Handles `no call, please` before times have been offered. A message that also says something else is passed on. */
  #declineUnasked(isAnswer: boolean): string | null {
    if (this.#state.declined.includes('slot')) return null
    const isOpen = this.#state.asked !== null
    const text = this.decline()
    return isAnswer || !isOpen ? null : text
  }

  decline(): string {
    const { booked, language } = this.#state
    this.#close()
    this.#state.declined.push('slot')
    if (!booked) return this.#say('declined')
    this.#state.closed = 'reachable'
    return this.#say('stays', {
      when: slotSentence(new Date(booked), this.#context.business.timezone, language, this.#context.now),
    })
  }

  #cancel(): string {
    this.booking = { kind: 'cancel' }
    this.#state.said.canceled = 1
    this.#state.booked = null
    this.#close()
    this.#isSettled = false
    this.#state.asked = null
    this.#state.closed = 'reachable'
    this.#state.declined.push('slot')
    return this.#say('canceled')
  }

  #close(): void {
    this.#isSettled = true
    this.#state.offered = []
    this.#state.proposed = null
    this.#state.wish = null
  }
}
