import { fitsCalls, hoursOfCalls } from '../../src/domain/settings/call-hours.ts'
import type { Calendar } from '../call-times/slots.ts'
import type { AgentContext, Business } from './state.ts'

type Hours = Pick<Business, 'hours' | 'callHours'>

const hoursFor = ({ hours, callHours }: Hours) =>
  hoursOfCalls({ call_hours: callHours, business_hours: hours })

/** Returns whether the business offers estimate calls at any time. */
export const offersCalls = (business: Hours & Pick<Business, 'appointment'>): boolean =>
  fitsCalls(hoursFor(business), business.appointment.minutes)

/** Returns the calendar in which estimate calls can be booked. */
export const calendarOfCalls = ({ business, busy, starts }: AgentContext): Calendar => ({
  hours: hoursFor(business),
  timezone: business.timezone,
  closures: business.closures,
  busy,
  minutes: business.appointment.minutes,
  starts,
})
