import type { Kysely, Selectable } from 'kysely'
import type { Appointment } from '../../../src/contract/appointments.ts'
import type { Needs } from '../../../src/contract/conversations.ts'
import type { Lead } from '../../../src/contract/leads.ts'
import { DEFAULT_PROFILE, type Profile } from '../../../src/contract/profile.ts'
import { isColor, surface } from '../../../src/domain/common/color.ts'
import { isPossiblePhone, type PhoneNumber, readPhone } from '../../../src/domain/common/phone.ts'
import { phoneHref } from '../../../src/domain/common/phone-href.ts'
import { present } from '../../../src/domain/common/present.ts'
import { firstName } from '../../../src/domain/conversations/first-name.ts'
import { whoOf } from '../../../src/domain/conversations/who.ts'
import { type Alarm, alarmIn } from '../../../src/domain/leads/agent-notes.ts'
import { appointmentOf, endOf, isBooked, jobAddress } from '../../../src/domain/leads/bookings.ts'
import { factsOf } from '../../../src/domain/leads/facts.ts'
import { leadEmail, leadLabel, leadPerson, leadPhone } from '../../../src/domain/leads/name.ts'
import { writtenText } from '../../agent/read-text.ts'
import { readState } from '../../agent/state.ts'
import type { Language } from '../../base/catalogue.ts'
import { bookingUrl } from '../../calendars/bookings.ts'
import { inboxConversation } from '../../conversations/inbox.ts'
import { saidIn } from '../../conversations/messages.ts'
import { unreadReplies } from '../../conversations/presence.ts'
import type { NotificationsTable } from '../../db/notification-schema.ts'
import type { Database } from '../../db/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import type { Config } from '../../kernel/config.ts'
import { LEAD_COLUMNS } from '../../leads/lead-columns.ts'
import { photoLinks } from '../../photos/photos.ts'
import { NAMELESS_AGENT } from '../../profiles/business.ts'
import { organizationWithProfile } from '../../profiles/stored-profile.ts'
import type { ShownMessage } from './letter.ts'
import { block, isolated, line, messageTime, readInstant, withoutLinks } from './words.ts'

const NAME_LENGTH = 80
const FACT_LENGTH = 500
const EMAIL = /^[^\s@<>"(),:;[\]\\]+@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/
const LONGEST_EMAIL = 254

/** How many of the last messages a mail to the business quotes, and how many characters of each. */
const QUOTED = { messages: 4, characters: 600 }
/** How many of the last messages are searched for the one that is the reason for an alert. */
const SEARCHED = 100
/** How many characters of two messages are compared. Notes are cut. */
const beginning = (text: string) => text.slice(0, 200)
/** The maximum size of a transcript. Longer conversations are cut at the beginning. */
const TRANSCRIPT = { messages: 500, characters: 200_000 }

export type Row = Selectable<NotificationsTable>
export type Context = Pick<Config, 'origins'>

/**
 * The business. All texts in the facts are single lines without control characters. Names have at most 80 characters, and
 * contain no links.
 */
export interface BusinessFacts {
  name: string
  phone: PhoneNumber | null
  /** The address for visitors' replies, or null if unknown. */
  email: string | null
  agentName: string
  timezone: string | null
  website: string | null
  color: { background: string; ink: string }
  /** The Spanish names of services. */
  servicesSpanish: Profile['services_spanish']
}

export interface LeadFacts {
  id: string
  /** The lead's name as used within a sentence. */
  name: string
  /** The name to address in a mail, or null if only an address or a number is known. */
  person: string | null
  email: string | null
  phone: PhoneNumber | null
  service: string | null
  isLost: boolean
  /** What the visitor wrote about a danger or about what can't wait. */
  alarm: Alarm | null
  details: { label: string; value: string; href: string | null }[]
  call: CallFacts | null
}

/** A booked or canceled estimate call. */
export interface CallFacts extends Appointment {
  id: string
  start: Date
  isCanceled: boolean
  isOver: boolean
  /** The address of the job. */
  location: string | null
  pageUrl: string
}

export interface ConversationFacts {
  id: string
  /** The visitor's name as used within a sentence. */
  who: string
  needs: Needs | null
  /** The message that is the reason, if it is about a danger or can't wait. */
  alarm: string | null
  /** Whether the visitor asked not to be contacted. */
  isLeftAlone: boolean
  /** The path of the website's page on which the visitor chats, and the place of which they told; null if unknown. */
  page: string | null
  place: string | null
  /** Whether the visitor is no longer waiting for a member. */
  isSettled: boolean
  language: Language
}

/** The current facts that a notification can mention. */
export interface Facts {
  row: Row
  now: Date
  origins: Config['origins']
  business: BusinessFacts
  lead: LeadFacts | null
  conversation: ConversationFacts | null
  /** The language of the visitor's conversation. */
  language: Language
  /** Whether the notification is about a test. */
  isTest: boolean
  /** Oldest first. The last messages, all of them for a transcript, or the replies that the visitor hasn't read. */
  messages: ShownMessage[]
  /** Whether the transcript omits the beginning of a very long conversation. */
  isCut: boolean
}

/** Returns an address that is safe to use in a header, or null for any other text. */
export function mailAddress(text: string | null | undefined): string | null {
  const address = (text ?? '').trim()
  return address.length <= LONGEST_EMAIL && EMAIL.test(address) && line(address, LONGEST_EMAIL) === address
    ? address
    : null
}

const namePresent = (text: string | null | undefined) => linePresent(withoutLinks(text ?? ''), NAME_LENGTH)

const linePresent = (text: string | null | undefined, most: number) => present(line(text, most))

function businessOf(organization: string, profile: Profile): BusinessFacts {
  const phone = linePresent(profile.phone, FACT_LENGTH)
  const colors = [profile.primary_color, profile.widget_color].flatMap((color) => color?.trim() ?? [])
  return {
    name: namePresent(profile.business_name) ?? namePresent(organization) ?? 'The team',
    phone: phone === null || !isPossiblePhone(phone) ? null : readPhone(phone),
    email: mailAddress(profile.email) ?? mailAddress(profile.escalation_email),
    agentName: namePresent(profile.agent_name) ?? NAMELESS_AGENT,
    timezone: profile.timezone,
    website: profile.website_url,
    color: surface(colors.find(isColor) ?? ''),
    servicesSpanish: profile.services_spanish,
  }
}

const hrefOf = (kind: string, value: string): string | null => {
  if (kind === 'tel') return phoneHref(value)
  const address = kind === 'email' ? mailAddress(value) : null
  return address && `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}

export function leadFacts(lead: Lead, origin: string, now: Date): LeadFacts {
  const phone = linePresent(leadPhone(lead), FACT_LENGTH)
  const person = linePresent(leadPerson(lead), NAME_LENGTH)
  const start = readInstant(lead.booking_start_time)
  const id = lead.converted_to_booking_id
  return {
    id: lead.id,
    name: isolated(line(leadLabel(lead).name, NAME_LENGTH)),
    person: person !== null && /\p{L}/u.test(person) && !/[@\d]/.test(person) ? person : null,
    email: mailAddress(leadEmail(lead)),
    phone: phone === null ? null : readPhone(phone),
    service: linePresent(lead.service_interest, NAME_LENGTH),
    isLost: lead.status === 'lost',
    alarm: alarmIn(lead.service_additional_info),
    details: factsOf(lead).flatMap(({ label, kind, value }) => {
      const shown = linePresent(value, FACT_LENGTH)
      if (shown === null) return []
      return [{ label, value: kind === 'tel' ? readPhone(shown).display : shown, href: hrefOf(kind, shown) }]
    }),
    call:
      id === null || start === null
        ? null
        : {
            id,
            start,
            isCanceled: !isBooked(lead),
            ...appointmentOf(lead),
            location: jobAddress(lead),
            isOver: endOf(start, appointmentOf(lead)) <= now,
            pageUrl: bookingUrl(origin, encodeURIComponent(id)),
          },
  }
}

async function readLead(db: Kysely<Database>, { organization_id, lead_id, conversation_id }: Row) {
  if (lead_id === null && conversation_id === null) return null
  const leads = db
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('leads.organization_id', '=', organization_id)
  const lead: Lead | undefined = await (lead_id === null
    ? leads.where('leads.conversation_id', '=', conversation_id)
    : leads.where('leads.id', '=', lead_id)
  ).executeTakeFirst()
  return lead ?? null
}

async function readConversation(
  db: Kysely<Database>,
  { organization_id }: Row,
  id: string,
): Promise<ConversationFacts | null> {
  try {
    const found = await inboxConversation(db, organization_id, id)
    const stored = await db
      .selectFrom('conversations')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirst()
    const { language, known, notes, noContact } = readState(stored?.state)
    return {
      id,
      who: isolated(line(whoOf(found), NAME_LENGTH)),
      needs: found.needs as Needs | null,
      alarm: linePresent(alarmIn(notes.join('\n'))?.text, FACT_LENGTH),
      isLeftAlone: noContact,
      page: linePresent(found.page, FACT_LENGTH),
      place: linePresent(known.address ?? found.city, FACT_LENGTH),
      isSettled: found.status !== 'needs_person',
      language,
    }
  } catch (error) {
    if (error instanceof HttpError) return null
    throw error
  }
}

async function readMessages(
  db: Kysely<Database>,
  { kind, audience }: Row,
  conversationId: string,
  origins: Config['origins'],
  {
    business,
    visitor,
    you,
    alarm,
  }: { business: BusinessFacts; visitor: string; you: string; alarm: string | null },
): Promise<Pick<Facts, 'messages' | 'isCut'>> {
  const limits = kind === 'transcript' || kind === 'reply' ? TRANSCRIPT : QUOTED
  const said = saidIn(db, conversationId)
  const wanted = kind === 'reply' ? said.where('position', 'in', unreadReplies(db, conversationId)) : said
  const isAlert = kind === 'needs_person' && alarm !== null
  const newest = await wanted
    .clearOrderBy()
    .orderBy('position', 'desc')
    .limit(isAlert ? SEARCHED : limits.messages + 1)
    .execute()
  const isReason = ({ author, content }: (typeof newest)[number]) =>
    isAlert && author === 'visitor' && beginning(writtenText(content)) === beginning(alarm)
  const isVisitors = audience === 'visitor'
  const whoWrote = ({ author, author_name }: (typeof newest)[number]) => {
    if (author === 'visitor') return isVisitors ? you : visitor
    if (author === 'agent') return isVisitors ? business.agentName : 'Agent'
    return isolated(
      isVisitors
        ? (namePresent(firstName(author_name)) ?? business.name)
        : (linePresent(author_name, NAME_LENGTH) ?? 'Team'),
    )
  }
  let room: number = TRANSCRIPT.characters
  const messages = newest
    .filter((message, index) => index < limits.messages || isReason(message))
    .flatMap((message) => {
      const text = block(message.content, limits === TRANSCRIPT ? message.content.length : QUOTED.characters)
      room -= text.length
      if (room < 0) return []
      return {
        who: whoWrote(message),
        time: messageTime(message.created_at, business.timezone),
        isVisitor: message.author === 'visitor',
        text,
        photos: message.photos.map((photo) => photoLinks(origins.widget, photo).url),
      }
    })
    .toReversed()
  return { messages, isCut: messages.length < newest.length }
}

/** Reads the current facts for a notification. Returns null if its organization or lead is gone. */
export async function readFacts(
  db: Kysely<Database>,
  { origins }: Context,
  row: Row,
  now: Date,
): Promise<Facts | null> {
  const organization = await organizationWithProfile(db, row.organization_id).executeTakeFirst()
  if (!organization) return null
  const business = businessOf(organization.name, { ...DEFAULT_PROFILE, ...organization.fields })
  const found = await readLead(db, row)
  if (row.lead_id !== null && found === null) return null
  const conversationId = row.conversation_id ?? found?.conversation_id ?? null
  const conversation = conversationId === null ? null : await readConversation(db, row, conversationId)
  const lead = found && leadFacts(found, origins.widget, now)
  const visitor = lead?.name ?? conversation?.who ?? 'Visitor'
  const said =
    conversation === null
      ? { messages: [], isCut: false }
      : await readMessages(db, row, conversation.id, origins, {
          business,
          visitor,
          alarm: conversation.alarm,
          you: conversation.language === 'es' ? 'Usted' : 'You',
        })
  const language = conversation?.language ?? 'en'
  const isTest = found?.is_test === true
  return { row, now, origins, business, lead, conversation, language, isTest, ...said }
}
