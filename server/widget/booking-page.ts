import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Appointment } from '../../src/contract/appointments.ts'
import { DEFAULT_PROFILE } from '../../src/contract/profile.ts'
import { phoneHref } from '../../src/domain/common/phone-href.ts'
import { appointmentOf, CANCELED, endOf, jobAddress } from '../../src/domain/leads/bookings.ts'
import { calendarFile } from '../../src/domain/leads/calendar-file.ts'
import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'
import { readState } from '../agent/state.ts'
import { sayToVisitor } from '../agent/texts/visitor.ts'
import { inLanguage, type Language } from '../base/catalogue.ts'
import { htmlPage } from '../base/html-page.ts'
import { bookingUrl } from '../calendars/bookings.ts'
import { pastBooking } from '../calendars/past-bookings.ts'
import { slotSentence } from '../call-times/slots.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName } from '../profiles/stored-profile.ts'

const BOOKING_ID = /^booking_[\dA-Za-z]{22}$/
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const PRIVATE = {
  'Cache-Control': 'private, no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
}

/** The data of a booking page. About the visitor, it only reveals that an appointment is booked, and where a visit is. */
interface Booking {
  id: string
  start: Date
  appointment: Appointment
  /** The address of a visit; null for a call. */
  location: string | null
  isCanceled: boolean
  business: string
  timezone: string | null
  phone: string | null
  email: string | null
  updatedAt: Date
  language: Language
}

async function findBooking(db: Kysely<Database>, id: string): Promise<Booking | null> {
  if (!BOOKING_ID.test(id)) return null
  const past = await pastBooking(db, id)
  const lead = await db
    .selectFrom('leads')
    .innerJoin('organizations', 'organizations.id', 'leads.organization_id')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
    .leftJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .select([
      'conversations.state',
      'booking_start_time',
      'booking_status',
      'booking_kind',
      'booking_minutes',
      'property_address',
      'prospect_address',
      'extracted_metadata',
      'leads.updated_at',
      'organizations.name',
      'profiles.fields',
    ])
    .where(past ? 'leads.id' : 'converted_to_booking_id', '=', past?.lead_id ?? id)
    .executeTakeFirst()
  const row = lead && { ...lead, ...past }
  if (!row?.booking_start_time) return null
  const profile = { ...DEFAULT_PROFILE, ...row.fields }
  return {
    id,
    start: row.booking_start_time,
    appointment: appointmentOf(row),
    location: row.booking_kind === 'visit' ? jobAddress(row) : null,
    isCanceled: row.booking_status === CANCELED,
    business: businessName(row),
    timezone: profile.timezone,
    phone: profile.phone?.trim() || null,
    email: profile.email?.trim() || null,
    updatedAt: row.updated_at,
    language: readState(row.state).language,
  }
}

function visitorCalendarFile(booking: Booking, origin: string): string {
  const { id, start, appointment, location, updatedAt, isCanceled, business, phone, email, language } =
    booking
  const say = inLanguage(sayToVisitor, language, appointment.kind)
  const url = bookingUrl(origin, id)
  const ways = [phone, email, url].filter(Boolean).join('\n')
  return calendarFile({
    id,
    start,
    minutes: appointment.minutes,
    updatedAt,
    summary: say('callWith', { business }),
    description: `${say('willCall', { business })}\n${ways}`,
    url,
    location,
    status: isCanceled ? 'CANCELLED' : 'CONFIRMED',
  })
}

const text = escapeAttribute

const pageOf = (title: string, body: string, language: Language = 'en') =>
  htmlPage({
    title,
    language,
    head: ['<link rel="stylesheet" href="/assets/booking.css">'],
    body: `<main>\n${body}\n</main>`,
  })

function bookingPage(booking: Booking, now: Date): string {
  const { id, start, appointment, location, isCanceled, business, timezone, phone, email, language } = booking
  const say = inLanguage(sayToVisitor, language, appointment.kind)
  const when = slotSentence(start, timezone, language, now)
  const title = say('callWith', { business })
  const isOver = endOf(start, appointment) <= now
  let [state, sentence] = [
    say('booked'),
    `${say('willCall', { business })} ${say('takesAbout', { minutes: `${appointment.minutes}` })}`,
  ]
  if (isCanceled) [state, sentence] = [say('canceled'), say('wasCanceled')]
  else if (isOver) [state, sentence] = [say('over'), say('isOver')]
  const place = isCanceled || isOver ? null : location
  const tel = phoneHref(phone ?? '')
  const links = [
    !isCanceled &&
      !isOver &&
      `<a class="primary" href="/booking/${id}.ics">${text(say('addToCalendar'))}</a>`,
    tel && `<a href="${text(tel)}">${text(say('call', { phone: phone ?? '' }))}</a>`,
    email &&
      `<a href="mailto:${text(encodeURIComponent(email).replace('%40', '@'))}">${text(say('email', { email }))}</a>`,
  ].filter(Boolean)
  return pageOf(
    title,
    `<p class="state">${text(state)}</p>
<h1>${text(title)}</h1>
<p class="when"><time datetime="${start.toISOString()}">${text(when)}</time></p>
<p>${text(sentence)}</p>
${place ? `<p>${text(`${say('weVisit')}: ${place}`)}</p>\n` : ''}<p class="links">${links.join('\n')}</p>`,
    language,
  )
}

const UNKNOWN_PAGE = pageOf(
  'Booking not found',
  '<h1>Booking not found</h1><p>There is no booking at this address. It may have been removed.</p>',
)

/** Serves the page and the calendar file of a booking to anyone who has its random ID. */
export function bookingRoutes({ db, clock, config }: Deps): Hono {
  const app = new Hono()
  app.get('/booking/:file', async (c) => {
    const [, id = '', isCalendar] = /^(.*?)(\.ics)?$/s.exec(c.req.param('file')) ?? []
    const booking = await findBooking(db, id)
    const headers = { ...PRIVATE, 'Content-Security-Policy': POLICY }
    if (!booking) return c.html(UNKNOWN_PAGE, 404, headers)
    if (!isCalendar) return c.html(bookingPage(booking, clock()), 200, headers)
    return c.body(visitorCalendarFile(booking, config.origins.widget), 200, {
      ...PRIVATE,
      'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
      'Content-Disposition': 'attachment; filename="estimate.ics"',
    })
  })
  return app
}
