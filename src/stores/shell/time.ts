import { atom, onMount, type ReadableAtom } from 'nanostores'
import { now } from '../../platform/clock.ts'

const TICK = 30_000
const $ticking = atom(now())

onMount($ticking, () => {
  $ticking.set(now())
  const timer = setInterval(() => $ticking.set(now()), TICK)
  return () => clearInterval(timer)
})

/** The current time, updated twice a minute, for texts such as "5 minutes ago". */
export const $now: ReadableAtom<Date> = $ticking
