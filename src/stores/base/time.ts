import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import { wallClock } from '../../domain/time/calendar-day.ts'
import { now } from '../../platform/clock.ts'
import { deviceTimeZone } from '../../platform/time-zone.ts'

const TICK = 30_000
const $ticking = atom(now())

onMount($ticking, () => {
  $ticking.set(now())
  const timer = setInterval(() => $ticking.set(now()), TICK)
  return () => clearInterval(timer)
})

/** The current time, updated twice a minute, for texts such as "5 minutes ago". */
export const $now: ReadableAtom<Date> = $ticking

/** The current calendar day on this device, YYYY-MM-DD. */
export const $today: ReadableAtom<string> = computed($now, (now) => wallClock(now, deviceTimeZone()).day)
