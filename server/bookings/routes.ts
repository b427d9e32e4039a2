import { bookCall, getCallTimes } from '../../src/contract/bookings.ts'
import { derivedId, newId } from '../base/ids.ts'
import { refreshForBooking } from '../calendars/sources.ts'
import { type Api, mount } from '../http/mount.ts'
import { changeLead } from '../leads/write.ts'
import { callTimesOf } from './call-times.ts'

/** Mounts the endpoints with which a member books an estimate call. Later changes are changes of the lead. */
export function mountBookings(api: Api): void {
  const { deps } = api

  mount(api, getCallTimes, async ({ organizationId, params: { leadId } }) => {
    await refreshForBooking(deps, organizationId)
    return callTimesOf(deps, organizationId, leadId)
  })

  mount(
    api,
    bookCall,
    ({ organizationId, userId, params: { leadId }, body: { id, start_time, ...appointment } }) => {
      const bookingId = id === undefined ? newId('booking') : derivedId('booking', `${leadId} ${id}`)
      const wish = { kind: 'book', start: new Date(start_time), bookingId, appointment } as const
      return changeLead(
        deps,
        { organizationId, userId },
        leadId,
        {},
        { note: { path: '', text: undefined }, readAt: undefined, wish },
      )
    },
  )
}
