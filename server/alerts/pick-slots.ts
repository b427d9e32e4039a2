import type { WallSlot } from '../call-times/slots.ts'

const OFFERED = 3

/** Returns up to three of the free slots, in order: the first of each day, or else the earliest of the others. */
export function pickSlots(free: readonly Pick<WallSlot, 'start' | 'day'>[]): Date[] {
  const days = free.filter(({ day }, index) => free.findIndex((each) => each.day === day) === index)
  const others = free.filter((slot) => !days.includes(slot))
  return [...days.slice(0, OFFERED), ...others]
    .slice(0, OFFERED)
    .map(({ start }) => start)
    .toSorted((a, b) => a.getTime() - b.getTime())
}
