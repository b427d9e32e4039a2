import { type Kysely, sql, type Transaction } from 'kysely'
import { DAY_MS, SECOND_MS } from '../../src/domain/time/durations.ts'
import { VISITOR } from '../db/notification-schema.ts'
import type { JobQueue } from '../db/queue.ts'
import type { Database, WaitingText } from '../db/schema.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { inText } from '../notifications/compose/fit-text.ts'
import { cut } from '../notifications/compose/words.ts'
import { readGoLive } from '../organizations/go-live.ts'
import { businessName, organizationWithProfile } from '../profiles/stored-profile.ts'
import { VISITOR_LIMITS } from '../widget/visitor-limits.ts'
import { answerTexts, type Texter } from './answer.ts'
import { type Contact, chosenIn, ROUTED_MS, routeOf } from './route.ts'

/** A text to this server's number. */
export interface IncomingText extends Omit<WaitingText, 'at' | 'to'> {
  /** The sender's number in E.164 format. */
  phone: string
}

/** What becomes of a text: its sender must say whom it is for, nobody is known, or a business gets it. */
export type Taken = { question: string } | 'unknown' | 'taken'

declare module '../kernel/deps.ts' {
  interface Deps {
    /** Answers texts. If missing, nobody reads them. */
    texting?: Pick<Texting, 'take' | 'contactedAt'>
  }
}

export interface Texting {
  /**
   * Takes a text for the business that it is meant for: the one to whose own number it was sent, or otherwise one that
   * texts from this server's number. Taking the same text again changes nothing.
   */
  take(text: IncomingText, owner: string | null): Promise<Taken>
  /** Returns when a business was last in touch with a number as a customer's; null if none was within 30 days. */
  contactedAt(phone: string): Promise<Date | null>
  /** Starts answering. */
  start(): Promise<void>
}

const TEXTS = 'texts'
/** How long a text waits for the next one, because people write a message in several texts. */
const QUIET_SECONDS = 3
/** How long the first of several texts waits for its answer at most. */
const LONGEST_WAIT_MS = 10 * SECOND_MS
/** The number of texts that a server answers at the same time, each for another business. */
const AT_ONCE = 4
/** How long the job of an answered text is stored. */
const ANSWERED_KEPT_SECONDS = 60
const NAME_LENGTH = 40
/** The most texts that wait for the answer to a question, and for how long. */
const MOST_WAITING = 10
const WAITING_MS = DAY_MS

/** The job of a text: answers all texts that have arrived from its sender for the business. */
interface TextJob extends Texter {
  sid: string
}

/**
 * Passes texts to the businesses that they are for, whose agents answer them. A text is stored with its job, so it isn't
 * lost if the server stops. The texts of a number are answered in their order, and those that follow each other within
 * `quietSeconds` together.
 */
export async function createTexting(
  deps: Deps,
  queue: JobQueue,
  { quietSeconds = QUIET_SECONDS } = {},
): Promise<Texting> {
  const { db, config, clock, log } = deps
  await queue.define({ [TEXTS]: { isOrdered: true, keptSeconds: ANSWERED_KEPT_SECONDS } })
  const perNumber = createLimiter(deps, 'texts_per_number', VISITOR_LIMITS.textsPerNumber)

  async function take(incoming: IncomingText, owner: string | null): Promise<Taken> {
    if ((await secondsToWait(perNumber, incoming.phone)) !== null) {
      log.warn('a number has sent too many texts today')
      return 'taken'
    }
    if (owner !== null) return takeFor(owner, incoming)
    const { phone, ...text } = incoming
    const now = clock()
    return db.transaction().execute(async (tx) => {
      const route = await lockedRoute(tx, phone, now)
      const names = await namesOf(tx, route.asked)
      const choice = chosenIn(text.text, names)
      const chosen = choice && (route.asked[choice.index] ?? null)
      const due = route.waiting.filter(({ to }) => to !== undefined)
      if (due.some(({ sid }) => sid === text.sid)) return 'taken'
      const waiting = route.waiting.filter((each) => isAskedAbout(each, text.sid, now))
      const arrived = [...waiting, { ...text, at: now.toISOString() }]
      const decided =
        chosen === null
          ? routeOf(await liveContacts(tx, phone, now), chosenBefore(route), now)
          : { to: chosen }
      if (decided === null) {
        await forgetRoute(tx, phone, due)
        return 'unknown'
      }
      if ('ask' in decided) {
        await storeRoute(tx, phone, {
          asked: decided.ask,
          waiting: [...due, ...arrived.slice(-MOST_WAITING)],
        })
        return { question: questionOf(await namesOf(tx, decided.ask)) }
      }
      await pass(tx, phone, decided.to, {
        texts: choice?.isWhole ? waiting : arrived,
        due,
        chosen: chosen === null ? null : { organization_id: chosen, chosen_at: now },
      })
      return 'taken'
    })
  }

  /** Takes a text to a business's own number, unless the trial or plan has ended. */
  async function takeFor(organizationId: string, incoming: IncomingText): Promise<Taken> {
    const { isLive } = await readGoLive(db, config, organizationId, clock())
    if (!isLive) return 'unknown'
    const { phone, ...text } = incoming
    await db.transaction().execute(async (tx) => {
      const { asked, waiting } = await lockedRoute(tx, phone, clock())
      if (waiting.some(({ sid, to }) => sid === text.sid && to === organizationId)) return
      const passed = { ...text, at: clock().toISOString(), to: organizationId, isOwn: true }
      await storeRoute(tx, phone, { asked, waiting: [...waiting, passed] })
      await addJob(tx, { organizationId, phone, sid: text.sid })
    })
    return 'taken'
  }

  const addJob = (tx: Transaction<Database>, data: TextJob) =>
    queue.add(tx, TEXTS, [{ data, key: data.phone, group: data.organizationId, delaySeconds: quietSeconds }])

  /** Has a business answer texts, after those that are `due` already. */
  async function pass(
    tx: Transaction<Database>,
    phone: string,
    organizationId: string,
    { texts, due, chosen }: Passed,
  ): Promise<void> {
    const at = clock().toISOString()
    const passed = texts.map((each): WaitingText => ({ ...each, at, to: organizationId }))
    await storeRoute(tx, phone, { asked: [], waiting: [...due, ...passed], ...chosen })
    const last = passed.at(-1)
    if (last) await addJob(tx, { organizationId, phone, sid: last.sid })
  }

  /** Answers the texts that have arrived, unless their sender might still be writing: then the last text's job does. */
  async function answer({ organizationId, phone, sid }: TextJob): Promise<void> {
    const texts = (await waitingOf(db, phone)).filter(({ to }) => to === organizationId)
    const [first, last] = [texts[0], texts.at(-1)]
    if (!first || !last) return
    if (last.sid !== sid && clock().getTime() - Date.parse(first.at) < LONGEST_WAIT_MS) return
    await answerTexts(deps, { organizationId, phone }, texts)
    const answered = new Set(texts.map((each) => each.sid))
    await db.transaction().execute(async (tx) => {
      const { asked, waiting } = await lockedRoute(tx, phone, clock())
      await storeRoute(tx, phone, { asked, waiting: waiting.filter((each) => !answered.has(each.sid)) })
    })
  }

  /**
   * Returns the businesses that were in touch with a number, without those whose trial or plan has ended. Those that now
   * text from their own number count only if no other one was.
   */
  async function liveContacts(tx: Kysely<Database>, phone: string, now: Date): Promise<Contact[]> {
    const live: Contact[] = []
    for (const contact of await contactsOf(tx, phone)) {
      if ((await readGoLive(tx, config, contact.organizationId, now)).isLive) live.push(contact)
    }
    const withNumber = await numberOwners(
      tx,
      live.map(({ organizationId }) => organizationId),
    )
    const sharing = live.filter(({ organizationId }) => !withNumber.has(organizationId))
    return sharing.length > 0 ? sharing : live
  }

  return {
    take,
    async contactedAt(phone) {
      const now = clock()
      const times = (await liveContacts(db, phone, now)).map(({ at }) => at.getTime())
      const last = Math.max(0, ...times)
      return now.getTime() - last <= ROUTED_MS ? new Date(last) : null
    },
    start: () => queue.work<TextJob>(TEXTS, answer, AT_ONCE),
  }
}

/** Returns which of some organizations have a number of their own. */
async function numberOwners(tx: Kysely<Database>, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('own_numbers')
    .select('organization_id')
    .where('organization_id', '=', sql<string>`any(${ids})`)
    .execute()
  return new Set(rows.map(({ organization_id }) => organization_id))
}

/** Returns whether a stored text, other than the new one, still waits for the answer to a question. */
const isAskedAbout = ({ sid, at, to }: WaitingText, newSid: string, now: Date): boolean =>
  to === undefined && sid !== newSid && now.getTime() - Date.parse(at) < WAITING_MS

/** Forgets what is known of a number's texts, but not those that wait for their answer. */
async function forgetRoute(
  tx: Transaction<Database>,
  phone: string,
  due: readonly WaitingText[],
): Promise<void> {
  if (due.length > 0) return storeRoute(tx, phone, { asked: [], waiting: [...due] })
  await tx.deleteFrom('text_routes').where('phone', '=', phone).execute()
}

interface Passed {
  texts: readonly WaitingText[]
  /** The texts that wait for their answer already. */
  due: readonly WaitingText[]
  /** The business that the sender has just chosen. */
  chosen: { organization_id: string; chosen_at: Date } | null
}

interface StoredRoute {
  organization_id: string | null
  chosen_at: Date | null
  asked: string[]
  waiting: WaitingText[]
}

const chosenBefore = ({ organization_id: organizationId, chosen_at: at }: StoredRoute) =>
  organizationId !== null && at !== null ? { organizationId, at } : null

/** Returns what is known of a number's texts, and serializes them until the transaction ends. */
async function lockedRoute(tx: Transaction<Database>, phone: string, now: Date): Promise<StoredRoute> {
  await tx
    .insertInto('text_routes')
    .values({ phone, at: now, asked: '[]', waiting: '[]' })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ at: now }))
    .execute()
  return tx
    .selectFrom('text_routes')
    .select(['organization_id', 'chosen_at', 'asked', 'waiting'])
    .where('phone', '=', phone)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
}

async function waitingOf(db: Kysely<Database>, phone: string): Promise<WaitingText[]> {
  const route = await db
    .selectFrom('text_routes')
    .select('waiting')
    .where('phone', '=', phone)
    .executeTakeFirst()
  return route?.waiting ?? []
}

async function storeRoute(
  tx: Transaction<Database>,
  phone: string,
  { asked, waiting, ...chosen }: Partial<StoredRoute> & Pick<StoredRoute, 'asked' | 'waiting'>,
): Promise<void> {
  await tx
    .updateTable('text_routes')
    .set({ ...chosen, asked: JSON.stringify(asked), waiting: JSON.stringify(waiting) })
    .where('phone', '=', phone)
    .execute()
}

/** Returns the businesses that were in touch with a number by text. Tests don't count. */
async function contactsOf(tx: Kysely<Database>, phone: string): Promise<Contact[]> {
  const { rows } = await sql<{ organization_id: string; at: Date }>`
    select organization_id, max(at) as at from (
      select organization_id, sent_at as at from notifications
      where channel = 'sms' and audience = 'visitor' and recipient = ${phone} and sent_at is not null
      union all
      select organization_id, coalesce(last_message_at, created_at) as at from conversations
      where text_phone = ${phone} and not is_test
      union all
      select organization_id, at from sms_consents where phone = ${phone} and source = ${VISITOR}
    ) as contacts
    group by organization_id`.execute(tx)
  return rows.map(({ organization_id: organizationId, at }) => ({ organizationId, at: new Date(at) }))
}

async function namesOf(tx: Kysely<Database>, ids: readonly string[]): Promise<string[]> {
  const names: string[] = []
  for (const id of ids) {
    const business = await organizationWithProfile(tx, id).executeTakeFirst()
    names.push(business ? cut(inText(businessName(business)), NAME_LENGTH) : '')
  }
  return names
}

const questionOf = (names: readonly string[]) =>
  `Several businesses text from this number. Whom is this for? Reply with the number: ${names
    .map((name, index) => `${index + 1} ${name || 'another business'}`)
    .join(', ')}.`
