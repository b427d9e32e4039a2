import type { CalendarServiceName } from '../db/calendar-schema.ts'
import type { BookedCall } from './services.ts'

/** The columns of a lead whose call is in Cal.com (section 3); null for services whose calls keep our own page. */
export const ownUrls = (service: CalendarServiceName, { eventId, url }: BookedCall) =>
  service === 'calcom'
    ? { booking_calcom_event_id: eventId, ...(url !== null && { booking_url: url }) }
    : null
