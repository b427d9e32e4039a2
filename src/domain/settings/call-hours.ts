import { type BusinessDay, DAYS, DEFAULT_CALL_HOURS } from '../../contract/profile.ts'
import { isSame } from '../common/same-value.ts'
import { shiftsOf } from './business-hours.ts'

interface Hours {
  call_hours?: readonly BusinessDay[] | null | undefined
  business_hours: readonly BusinessDay[]
}

/** Returns the hours in which appointments are offered: the owner's call hours, or else the business hours. */
export const hoursOfCalls = ({ call_hours, business_hours }: Hours): readonly BusinessDay[] =>
  call_hours ?? business_hours

/** Returns whether an appointment of a length fits into any of the hours. */
export const fitsCalls = (hours: readonly BusinessDay[], minutes: number): boolean =>
  DAYS.some((day) => shiftsOf(hours, day).some(({ from, to }) => to - from >= minutes))

/** Returns whether hours mean the same times as those of a new organization. */
export const areDefaultCallHours = (hours: readonly BusinessDay[]): boolean =>
  DAYS.every((day) => isSame(shiftsOf(hours, day), shiftsOf(DEFAULT_CALL_HOURS, day)))
