import { type Kysely, sql, type Transaction, type Updateable } from 'kysely'
import { photosText } from '../../src/domain/conversations/photos.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { continueFor } from '../base/on-behalf.ts'
import { inboxConversation } from '../conversations/inbox.ts'
import type { Standing } from '../conversations/standing.ts'
import { BY_TEXT } from '../conversations/texted.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Database, WaitingText } from '../db/schema.ts'
import { createLimiter, secondsToWait, usesLeft } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { type TextScope, unsubscribedOf } from '../notifications/opt-outs.ts'
import { whyOverParts } from '../notifications/part-limit.ts'
import { type TextMessage, type TextSender, Undeliverable } from '../notifications/senders.ts'
import { countAnswer } from '../notifications/sent-messages.ts'
import { readNotificationSettings } from '../notifications/stored-settings.ts'
import { textParts } from '../notifications/text-parts.ts'
import { wishOf } from '../notifications/text-wishes.ts'
import { dueAt } from '../notifications/timing.ts'
import { warningTo } from '../notifications/warning.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import type { IncomingText } from '../texting/texting.ts'
import {
  type AlertAnswer,
  bookSlot,
  type NextTalk,
  type Outcome,
  offerTimes,
  reply,
  send,
  takeAlert,
} from './act.ts'
import { type Decision, decide, isFresh, needsCode, type Situation, TALK_MS } from './decide.ts'
import { memberWithPhone } from './members.ts'
import { canBook, offerAnswers } from './offer.ts'
import { isFree, readAnswer } from './read-answer.ts'
import {
  ALERT_MS,
  type AlertRow,
  alertRows,
  businessesOf,
  lockTalk,
  type OwnAlert,
  ownAlerts,
  readTalk,
  type TalkRow,
  talkIn,
  withText,
} from './store.ts'
import * as words from './wording.ts'
import { QUOTED } from './wording.ts'

declare module '../kernel/deps.ts' {
  interface Deps {
    /** Lets members answer alerts by text. If missing, they can't. */
    alerts?: Omit<Alerts, 'start'>
  }
}

export interface Alerts {
  /**
   * Opens an alert that is about to be sent as a text to a member, and returns the text with how to answer it; unchanged
   * if it can't be answered.
   */
  offer(row: Parameters<typeof offerAnswers>[2], text: string): Promise<string>
  /** Returns whether a text from a number may be about its alerts, or for the visitor to whom it writes. */
  isAnswer(phone: string, text: string): Promise<boolean>
  /**
   * Takes a text from a number that has alerts to answer, or writes to a visitor. Taking the same text again changes
   * nothing. Returns false for texts from other numbers.
   */
  take(text: IncomingText): Promise<boolean>
  /** Ends what a number is doing, because it gets no more texts. */
  leave(phone: string): Promise<void>
  /** Texts what a visitor has written to the members who answer the conversation by text, after the commit. */
  noteVisitor(
    tx: Kysely<Database>,
    conversation: { id: string },
    message: { content: string; photos?: readonly unknown[] },
  ): Promise<void>
  /**
   * Texts who has taken a conversation over to the others who have an open alert about it, after the commit. Not at
   * night, in quiet hours, or at the limit of texts: they learn it when they answer.
   */
  noteTaken(tx: Kysely<Database>, conversation: TakenConversation): Promise<void>
  /**
   * Texts the members who answer a visitor by text that texts no longer reach the number, after the commit. `isAsked`:
   * because it may be the wrong one.
   */
  noteStopped(tx: Kysely<Database>, scope: TextScope, phone: string, isAsked: boolean): Promise<void>
  /** Starts acting on texts, and sending. */
  start(): Promise<void>
}

interface TakenConversation extends Pick<Standing, 'taken_by' | 'taken_by_name'> {
  id: string
}

/** A text to a number. */
interface OutgoingText {
  phone: string
  text: string
  at: string
  /** The organization to which it belongs; missing if none. */
  payer?: string | null
  /** The organization whose visitor it quotes; then the number must still be a member's. */
  organizationId?: string
  /** The conversation that it is about. */
  conversationId?: string
  /** The member who has caused it, and whose own number doesn't get it. Others get it only if nothing delays it. */
  by?: string | null
  /** Whether it is sent in spite of the limit of texts, because it warns of a danger. */
  isVital?: boolean
  /** What the number does after what a visitor has written: it goes on writing, or no longer, because the agent does. */
  next?: 'reply' | 'end'
}

interface Stored extends Outcome {
  /** The texts that may be a customer's. */
  waiting?: readonly WaitingText[]
  /** Whether what it says warns of a danger. */
  isVital?: boolean
  /** The alerts of which the number now knows that they are not open. */
  told?: readonly OwnAlert[]
}

interface Task {
  incoming: IncomingText
  situation: Situation
  alerts: readonly OwnAlert[]
  row: TalkRow | undefined
}

const ANSWERS = 'alert-answers'
const TEXTS = 'alert-texts'
/** The number of texts that a server acts on, and sends, at the same time, each of another number. */
const AT_ONCE = 4
/** How long finished jobs are stored, which contain texts. */
const KEPT_SECONDS = 60
/** How many texts of a number are acted on in a day, and how many questions it gets in an hour. */
const ANSWERS_A_DAY = { points: 300, duration: 86_400 }
const QUESTIONS_AN_HOUR = { points: 20, duration: 3_600 }
/** How often a number is told that it, or its business, has reached a limit of texts. */
const NOTICES_A_DAY = { points: 1, duration: 86_400 }
/** The most texts that wait until the number says that it is a customer's. */
const MOST_WAITING = 10
/** How long a text to a member is tried to be sent. */
const TRIED_MS = 30 * MINUTE_MS

/**
 * Lets members answer alerts from their numbers. A text is stored with its job, so it isn't lost if the server stops, and
 * the texts of a number are acted on in their order.
 */
export async function createAlerts(deps: Deps, queue: JobQueue): Promise<Alerts> {
  const { db, clock, log } = deps
  await queue.define({
    [ANSWERS]: { isOrdered: true, keptSeconds: KEPT_SECONDS },
    [TEXTS]: { isOrdered: true, keptSeconds: KEPT_SECONDS },
  })
  const perNumber = createLimiter(deps, 'alert_answers', ANSWERS_A_DAY)
  const questions = createLimiter(deps, 'alert_questions', QUESTIONS_AN_HOUR)
  const notices = createLimiter(deps, 'alert_notices', NOTICES_A_DAY)

  const isCustomer = async (phone: string) => {
    const at = await deps.texting?.contactedAt(phone)
    return at !== null && at !== undefined && clock().getTime() - at.getTime() < ALERT_MS
  }

  const say = (tx: Kysely<Database>, texts: readonly OutgoingText[]) =>
    queue.add(
      tx,
      TEXTS,
      texts.map((data) => ({ data, key: data.phone, group: data.phone })),
    )

  /** Returns whether a number is a member's that has alerts, or is writing to somebody. */
  async function isExpected(phone: string): Promise<boolean> {
    const now = clock()
    const row = await readTalk(db, phone)
    const talk = talkIn(row, now)
    if (talk?.mode === 'customer') return true
    const organizations = new Set(
      (await alertRows(db, phone, now, talk?.alertId).execute()).map(
        ({ organization_id }) => organization_id,
      ),
    )
    if (talk && row?.organization_id) organizations.add(row.organization_id)
    for (const id of organizations) if (await memberWithPhone(deps, id, phone)) return true
    return false
  }

  async function isAnswer(phone: string, text: string): Promise<boolean> {
    const now = clock()
    const talk = talkIn(await readTalk(db, phone), now)
    if (talk?.mode === 'customer' && isFree(readAnswer(text, 0))) return false
    const open = await alertRows(db, phone, now).where('closed_at', 'is', null).executeTakeFirst()
    return (talk !== null || open !== undefined || !isFree(readAnswer(text, 0))) && isExpected(phone)
  }

  async function take(incoming: IncomingText): Promise<boolean> {
    const { phone, sid } = incoming
    const before = await readTalk(db, phone)
    if (before?.taken.includes(sid)) return true
    if (!(await isExpected(phone))) return false
    if ((await secondsToWait(perNumber, phone)) !== null) {
      log.warn('a member has sent too many texts today')
      if ((await secondsToWait(notices, `${phone} texts`)) === null)
        await db
          .transaction()
          .execute((tx) => say(tx, [{ phone, text: words.TOO_MANY, at: clock().toISOString() }]))
      return true
    }
    await db.transaction().execute(async (tx) => {
      const { taken } = await lockTalk(tx, phone, clock())
      if (taken.includes(sid)) return
      await tx
        .updateTable('alert_talks')
        .set({ taken: withText(taken, sid) })
        .where('phone', '=', phone)
        .execute()
      await queue.add(tx, ANSWERS, [{ data: incoming, key: phone, group: phone }])
    })
    return true
  }

  /** Acts on a text, and tells its sender what has become of it. Acting on it again changes nothing. */
  async function act(incoming: IncomingText): Promise<void> {
    const { phone, sid, text, media } = incoming
    const now = clock()
    const row = await readTalk(db, phone)
    if (row?.done.includes(sid)) return
    const talk = talkIn(row, now)
    const alerts = await ownAlerts(deps, phone, talk?.alertId ?? null)
    const answer = readAnswer(text, media.length)
    if (isFree(answer) && talk === null && !alerts.some(({ isInPlay }) => isInPlay)) {
      const outcome = { say: await passOn(incoming) }
      return db.transaction().execute((tx) => store(tx, incoming, outcome))
    }
    const situation = { alerts, talk, isCustomer: await isCustomer(phone), now }
    const decision = decide(answer, situation)
    const outcome = withTalk(
      await carryOut(decision, { incoming, situation, alerts, row }),
      situation,
      alerts,
    )
    const payer = (meant(decision, alerts, row) ?? alerts[0])?.row.organization_id
    await db.transaction().execute((tx) => store(tx, incoming, outcome, payer))
  }

  async function carryOut(decision: Decision, task: Task): Promise<Stored> {
    const { incoming, situation, alerts, row } = task
    const { sid, text } = incoming
    const held = alerts.find(({ id }) => id === row?.alert_id)
    const alert = meant(decision, alerts, row)
    if (alert) continueFor(alert.row.organization_id)
    const answer: AlertAnswer | null = alert ? { alert, sid, text, isCoded: needsCode(situation) } : null
    switch (decision.act) {
      case 'pass':
        return pass(task)
      case 'end':
        return end(situation, held)
      case 'over':
        return isOver(situation, held)
      case 'ask':
        return ask(task, decision.code)
    }
    if (!answer) return { say: words.GONE, talk: null }
    switch (decision.act) {
      case 'send':
        return send(deps, answer)
      case 'book':
        return offerTimes(deps, answer)
      case 'take':
        return takeAlert(deps, answer, situation.talk?.mode === 'reply' ? (held ?? null) : null)
      case 'slot':
        return bookSlot(deps, answer, row?.slots ?? null, decision.index)
      case 'files':
        return { say: words.cannotSendFiles(answer.alert.who) }
      case 'reply':
        return reply(deps, answer)
    }
  }

  function end({ talk }: Situation, held: OwnAlert | undefined): Stored {
    if (talk?.mode === 'customer') return { say: words.NO_LONGER_PASSING, talk: null }
    if (!held) return { say: words.GONE, talk: null }
    if (talk?.mode === 'slots') return { say: words.leftTimes(held.who), talk: null }
    return { say: words.ended(held.who), talk: null, close: held }
  }

  function isOver({ talk }: Situation, held: OwnAlert | undefined): Stored {
    if (talk?.mode === 'customer') return { say: words.NO_LONGER_PASSING, talk: null }
    if (!held) return { say: words.GONE, talk: null }
    const { who, code } = held
    return { say: talk?.mode === 'slots' ? words.timesOver(who, code) : words.over(who, code), talk: null }
  }

  /** Asks which alert a text means. Keeps it if it may be a customer's. */
  async function ask(task: Task, code?: string): Promise<Stored> {
    const { incoming, situation, alerts, row } = task
    const { phone, sid, text, media } = incoming
    const { now } = situation
    const held = takenIn(task)
    if (held && text.trim() === '') return { say: words.cannotSendBlank(held.who) }
    const isKnown = (await deps.texting?.contactedAt(phone)) != null
    const inPlay = alerts.filter(({ isInPlay }) => isInPlay)
    const isOver = inPlay.every(({ over }) => over !== null)
    const warning = isKnown ? warningTo(text) : null
    // Whose texts go to a visitor must know each time that one did not.
    const left = held ? null : await usesLeft(questions, phone)
    const isAsked = held !== undefined || warning !== null || left !== null
    const fresh = (row?.waiting ?? []).filter((each) => now.getTime() - Date.parse(each.at) < ALERT_MS)
    const kept = [...fresh, { sid, text, media, at: now.toISOString() }].slice(-MOST_WAITING)
    const question = [warning, await questionOn(task, held, { code, isKnown })].filter(Boolean).join(' ')
    const stop = wishOf(text) === null ? '' : words.TO_STOP
    return {
      say: isAsked ? `${question}${stop}${left === 0 ? words.ASKED_ENOUGH : ''}` : null,
      isVital: warning !== null,
      ...(isKnown && { waiting: kept }),
      // Once nothing is open, the number knows it, and nothing that it answers can be mistaken.
      ...(isOver && isAsked && { told: inPlay }),
    }
  }

  /** Returns the question what a text means. `held`: the alert of the visitor to whom its sender writes. */
  async function questionOn(
    task: Task,
    held: OwnAlert | undefined,
    { code, isKnown }: { code: string | undefined; isKnown: boolean },
  ): Promise<string> {
    const choice = choiceOf(task)
    const chosen = choice === null ? null : task.row?.alert_id
    const inPlay = task.alerts.filter(({ isInPlay, id }) => isInPlay && id !== chosen)
    const isOnly = choice !== null && inPlay.every(({ over }) => over !== null)
    return [
      choice ?? heldBy(task, held),
      code === undefined ? null : words.unknownCode(code),
      isOnly ? null : words.whichOne(await listed(inPlay), isKnown),
    ]
      .filter((part) => part !== null)
      .join(' ')
  }

  /** Returns whom a number's texts reach, and what that means for this one; null if they reach nobody. */
  function heldBy({ incoming, situation: { talk, now } }: Task, held: OwnAlert | undefined): string | null {
    const isEnd = readAnswer(incoming.text, incoming.media.length).kind === 'done'
    if (held) return isEnd ? words.stillTaking(held.who) : words.isItFor(held.who)
    return isEnd && talk?.mode === 'customer' && isFresh(talk, now) ? words.STILL_PASSING : null
  }

  /** Returns how a number chooses one of the times that it is offered; null if it isn't. */
  function choiceOf({ situation: { talk, now }, alerts, row }: Task): string | null {
    const held = alerts.find(({ id }) => id === talk?.alertId)
    if (talk?.mode !== 'slots' || !held || !row?.slots || !isFresh(talk, now)) return null
    return words.chooseTime(held.who, held.code, row.slots.starts.length)
  }

  /** Describes alerts for a question. */
  async function listed(inPlay: readonly OwnAlert[]): Promise<words.Listed[]> {
    let hasBookable = false
    const alerts: words.Listed[] = []
    for (const { code, who, over, row } of inPlay) {
      const isBookable: boolean =
        !hasBookable && over === null && (await canBook(deps, row.organization_id, row.conversation_id))
      hasBookable ||= isBookable
      alerts.push({
        ...{ code, who, isBookable, isOver: over?.why ?? null, hasSuggestion: row.suggestion !== null },
      })
    }
    return alerts
  }

  /** Passes a text that is a customer's to its business, after those that have waited for this. */
  async function pass(task: Task): Promise<Stored> {
    const { incoming, situation, row } = task
    const { phone, text, media } = incoming
    const { now } = situation
    const isFirst = readAnswer(text, media.length).kind === 'pass'
    if (isFirst && (await deps.texting?.contactedAt(phone)) == null) return ask(task)
    const fresh = (row?.waiting ?? []).filter((each) => now.getTime() - Date.parse(each.at) < ALERT_MS)
    const answers: string[] = []
    for (const { at: _, ...each } of isFirst ? fresh : []) {
      const answer = await passOn({ phone, ...each })
      if (answer !== null && !answers.includes(answer)) answers.push(answer)
    }
    const own = isFirst ? words.passing(fresh.length) : await passOn(incoming)
    const said = [...answers, own].filter((each) => each !== null).join(' ')
    return { say: said || null, waiting: [], talk: { mode: 'customer' } }
  }

  /** Passes a text to its business. Returns what to answer, or null for nothing. */
  async function passOn(incoming: IncomingText): Promise<string | null> {
    const outcome = (await deps.texting?.take(incoming, null)) ?? 'unknown'
    if (outcome === 'taken') return null
    const left = await usesLeft(questions, incoming.phone)
    if (left === null) return null
    return `${outcome === 'unknown' ? words.UNKNOWN : outcome.question}${left === 0 ? words.ASKED_ENOUGH : ''}`
  }

  async function store(
    tx: Transaction<Database>,
    { phone, sid }: IncomingText,
    outcome: Stored,
    payer?: string,
  ): Promise<void> {
    const now = clock()
    const { done, waiting, alert_id: held } = await lockTalk(tx, phone, now)
    if (done.includes(sid)) return
    // Commands that were in doubt are answered with the one that wasn't.
    const said = waiting.filter(({ text, media }) => isFree(readAnswer(text, media.length)))
    await tx
      .updateTable('alert_talks')
      .set({
        done: withText(done, sid),
        waiting: JSON.stringify(outcome.waiting ?? (outcome.close || outcome.talk ? said : waiting)),
        ...(outcome.talk !== undefined && talkColumns(outcome.talk, now)),
      })
      .where('phone', '=', phone)
      .execute()
    await storeAlerts(tx, outcome, now)
    if (outcome.talk === null && held !== null) await setTalked(tx, { id: held }, null)
    if (outcome.talk?.mode === 'reply') await setTalked(tx, { id: outcome.talk.alert.id }, now)
    if (outcome.say !== null)
      await say(
        tx,
        textParts([outcome.say], QUOTED).map((text) => ({
          phone,
          text,
          at: now.toISOString(),
          ...(payer && { payer }),
          ...(outcome.isVital && { isVital: true }),
        })),
      )
  }

  async function noteVisitor(
    tx: Kysely<Database>,
    { id }: { id: string },
    { content, photos = [] }: { content: string; photos?: readonly unknown[] },
  ): Promise<void> {
    const writers = await writersTo(tx).where('text_alerts.conversation_id', '=', id).execute()
    const said = [content.trim(), photos.length > 0 ? `[${photosText(photos)}]` : ''].filter(Boolean)
    const texts: OutgoingText[] = []
    for (const alert of writers) {
      const { code, taken_by: takenBy, is_held: isHeld } = alert
      const who = await whoIn(tx, alert)
      const aside = isHeld ? [] : [words.toAnswer(code)]
      const note = takenBy === null ? [words.agentContinues(who, code)] : aside
      const next = takenBy === null ? 'end' : 'reply'
      texts.push(...textsAbout(alert, [words.forwarded(who, said.join(' ')), ...note], { next }))
    }
    await say(tx, texts)
  }

  /** Selects the alerts of the numbers that now write to their visitors. */
  const writersTo = (tx: Kysely<Database>) =>
    tx
      .selectFrom('text_alerts')
      .innerJoin('alert_talks', 'alert_talks.phone', 'text_alerts.phone')
      .innerJoin('conversations', 'conversations.id', 'text_alerts.conversation_id')
      .selectAll('text_alerts')
      .select('conversations.taken_by')
      .select(
        sql<boolean>`coalesce(alert_talks.mode = 'reply' and alert_talks.alert_id = text_alerts.id, false)`.as(
          'is_held',
        ),
      )
      .where('text_alerts.talked_at', '>', new Date(clock().getTime() - TALK_MS))

  /** Returns how texts to the number of an alert call its visitor. */
  async function whoIn(tx: Kysely<Database>, alert: AlertRow): Promise<string> {
    const { id, phone, organization_id: organizationId, conversation_id: conversationId } = alert
    const now = clock()
    const names = await businessesOf(tx, await alertRows(tx, phone, now, id).execute(), id, now)
    const name = words.shortName(await inboxConversation(tx, organizationId, conversationId))
    return words.inBusiness(name, names.get(organizationId))
  }

  /** Returns the texts to the number of an alert that these lines make up. */
  const textsAbout = (
    { phone, organization_id: organizationId, conversation_id: conversationId }: AlertRow,
    lines: readonly string[],
    more: Pick<OutgoingText, 'by' | 'next'> = {},
  ): OutgoingText[] =>
    textParts(lines, QUOTED).map((text) => ({
      ...{ phone, text, at: clock().toISOString(), organizationId, conversationId },
      ...more,
    }))

  async function noteTaken(
    tx: Kysely<Database>,
    { id, taken_by: by, taken_by_name: name }: TakenConversation,
  ): Promise<void> {
    const open = await tx
      .selectFrom('text_alerts')
      .selectAll()
      .where('conversation_id', '=', id)
      .where('closed_at', 'is', null)
      .where('handled_at', 'is', null)
      .where('opened_at', '>', new Date(clock().getTime() - ALERT_MS))
      .execute()
    const texts: OutgoingText[] = []
    for (const alert of open) {
      const text = words.takenOver(words.colleague(name), await whoIn(tx, alert))
      texts.push(...textsAbout(alert, [text], { by }))
    }
    await say(tx, texts)
  }

  async function noteStopped(
    tx: Kysely<Database>,
    scope: TextScope,
    phone: string,
    isAsked: boolean,
  ): Promise<void> {
    const writers = await writersTo(tx)
      .where('conversations.text_phone', '=', phone)
      .where('conversations.channel', 'in', BY_TEXT)
      .$if(scope !== null, (query) => query.where('text_alerts.organization_id', '=', scope))
      .execute()
    const texts: OutgoingText[] = []
    for (const alert of writers)
      texts.push(...textsAbout(alert, [words.stopped(await whoIn(tx, alert), isAsked)]))
    await say(tx, texts)
  }

  /** Returns whether nothing delays a text that nobody waits for. */
  async function isTimely(phone: string, organizationId: string): Promise<boolean> {
    const now = clock()
    const settings = await readNotificationSettings(db, organizationId)
    const { timezone } = await readProfile(db, organizationId)
    const message = { kind: 'new_lead', channel: 'sms', audience: 'owner', recipient: phone } as const
    const due = dueAt(now, { ...message, askedAt: null }, settings, timezone)
    return due === null && (await whyOverParts(deps, organizationId, now)) === null
  }

  /** Sends a text to a number, or that its business has reached the limit of texts instead, once a day. */
  async function sendText(
    sms: TextSender,
    message: TextMessage,
    { payer, isVital }: { payer: string | null; isVital: boolean },
  ): Promise<void> {
    const now = clock()
    const { to: phone } = message
    const isOver = !isVital && (await whyOverParts(deps, payer, now)) !== null
    if (isOver && (await secondsToWait(notices, phone)) !== null)
      return log.warn(
        { organizationId: payer },
        'a text to a member was not sent, because a limit is reached',
      )
    const text = isOver ? words.OVER_LIMIT : message.text
    try {
      await sms.send({ to: phone, text })
    } catch (error) {
      if (error instanceof Undeliverable) return log.warn({ err: error }, 'a text to a member was refused')
      if (isOver) await notices.delete(phone)
      throw error
    }
    const parts = await countAnswer(db, { organizationId: payer, phone, text }, now)
    deps.metrics?.textSegments.inc({ direction: 'out' }, parts)
  }

  /** Returns whether a number may still get a text, as that of a member, and unless it has opted out. */
  async function mayGet({ phone, organizationId, by }: OutgoingText): Promise<boolean> {
    if (organizationId) {
      const member = await memberWithPhone(deps, organizationId, phone)
      if (member === null) return false
      if (by !== undefined && (member.userId === by || !(await isTimely(phone, organizationId)))) return false
    }
    return (await unsubscribedOf(db, organizationId ?? '', [phone])).length === 0
  }

  /** Sends a text to a number. Gives up once it is old. */
  async function deliver(outgoing: OutgoingText): Promise<void> {
    const { phone, text, at, organizationId, conversationId, isVital = false, next } = outgoing
    const { payer = organizationId ?? null } = outgoing
    const sms = deps.senders?.sms
    const now = clock()
    if (!sms || now.getTime() - Date.parse(at) > TRIED_MS) return log.warn('a text to a member was not sent')
    if (!(await mayGet(outgoing))) return
    await sendText(sms, { to: phone, text }, { payer, isVital })
    if (!next || !conversationId) return
    await db
      .updateTable('alert_talks')
      .set({ touched_at: now, ...(next === 'end' && { mode: null }) })
      .where('phone', '=', phone)
      .where('mode', '=', 'reply')
      .where('alert_id', 'in', (eb) =>
        eb.selectFrom('text_alerts').select('id').where('conversation_id', '=', conversationId),
      )
      .execute()
    await setTalked(db, { phone, conversation_id: conversationId }, next === 'end' ? null : now)
  }

  async function leave(phone: string): Promise<void> {
    await db
      .updateTable('alert_talks')
      .set({ mode: null, waiting: '[]' })
      .where('phone', '=', phone)
      .execute()
    await setTalked(db, { phone }, null)
  }

  return {
    leave,
    isAnswer,
    offer: (row, text) => offerAnswers(deps, isCustomer, row, text),
    take,
    noteVisitor,
    noteTaken,
    noteStopped,
    async start() {
      await queue.work<IncomingText>(ANSWERS, act, AT_ONCE)
      await queue.work<OutgoingText>(TEXTS, deliver, AT_ONCE)
    },
  }
}

/** Adds that a number no longer writes to a visitor, if an answer about another alert has led to that. */
function withTalk(outcome: Stored, { talk, now }: Situation, alerts: readonly OwnAlert[]): Stored {
  const held = alerts.find(({ id }) => id === talk?.alertId)
  const isLeft = outcome.talk !== undefined && outcome.talk?.mode !== 'reply'
  if (talk?.mode !== 'reply' || !held || !isLeft || !isFresh(talk, now)) return outcome
  const about = outcome.talk && 'alert' in outcome.talk ? outcome.talk.alert : outcome.close
  if (outcome.say === null || !about || about.id === held.id) return outcome
  return { ...outcome, say: `${outcome.say} ${words.leftTalk(held.who, held.code)}` }
}

/** Returns the alert to whose visitor a number's texts go. */
function takenIn({ situation: { talk, now }, alerts }: Task): OwnAlert | undefined {
  if (talk?.mode !== 'reply' || !isFresh(talk, now)) return undefined
  return alerts.find(({ id }) => id === talk.alertId)
}

/** Returns the alert that a number means, or about which it writes. */
const meant = (decision: Decision, alerts: readonly OwnAlert[], row: TalkRow | undefined) => {
  const alertId = 'alertId' in decision ? decision.alertId : row?.alert_id
  return alerts.find(({ id }) => id === alertId)
}

/** Returns the columns of what a number does next. */
function talkColumns(talk: NextTalk, now: Date): Updateable<Database['alert_talks']> {
  const [alert, slots] = talk && 'alert' in talk ? [talk.alert, talk.slots] : []
  return {
    mode: talk?.mode ?? null,
    alert_id: alert?.id ?? null,
    organization_id: alert?.row.organization_id ?? null,
    slots: slots ? JSON.stringify(slots) : null,
    touched_at: now,
  }
}

/** Stores when an alert's number and visitor last wrote to each other; null if the number has stopped. */
const setTalked = (
  tx: Kysely<Database>,
  of: Partial<Pick<AlertRow, 'id' | 'phone' | 'conversation_id'>>,
  talkedAt: Date | null,
) =>
  tx
    .updateTable('text_alerts')
    .set({ talked_at: talkedAt })
    .where((eb) => eb.and(of))
    .where(({ or, eb }) => or([eb('talked_at', 'is not', null), eb.lit(talkedAt !== null)]))
    .execute()

/** Stores what an answer changes in alerts. */
async function storeAlerts(
  tx: Kysely<Database>,
  { close, handle, renew, told = [] }: Stored,
  now: Date,
): Promise<void> {
  const closed = [...told, ...(close ? [close] : [])].map(({ id }) => id)
  await tx
    .updateTable('text_alerts')
    .set({ closed_at: now })
    .where('id', '=', sql<string>`any(${closed})`)
    .execute()
  if (handle)
    await tx
      .updateTable('text_alerts')
      .set({ handled_at: now, handled_by: handle.member.name })
      .where('conversation_id', '=', handle.row.conversation_id)
      .where('id', '<>', handle.id)
      .where('handled_at', 'is', null)
      .execute()
  if (renew)
    await tx
      .updateTable('text_alerts')
      .set({ position: renew.position, suggestion: renew.suggestion, opened_at: now })
      .where('id', '=', renew.alert.id)
      .execute()
}
