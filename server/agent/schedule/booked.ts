import { cannotCome, isAboutCall, leavesCall, returnsTo, wantsToCancel, wantsToMove } from './intents.ts'
import { type WallSlot, weekdayOf } from './slots.ts'
import { covers, suits, type Wish } from './wish.ts'

/** Returns whether the visitor cancels the booked call rather than names another time or rules out another day. */
export function cancelsCall(text: string, { any, not }: Wish, booked: WallSlot): boolean {
  if (!wantsToCancel(text)) return false
  if (!cannotCome(text)) return true
  const isOther = not.length > 0 && suits(booked, { any: [], not })
  const isTimed = not.some(({ from, to }) => from !== null || to !== null)
  return any.length === 0 && !isOther && !isTimed && !wantsToMove(text, false)
}

const OWN_CALL = /\b(?:my|our|mi|nuestra) (?:appointment|estimate|call|visit|cita|llamada)\b/i

/** Returns whether a visitor who has booked no call here wants to cancel or move one. */
export const changesOtherCall = (text: string) =>
  (wantsToCancel(text) && isAboutCall(text)) || (wantsToMove(text, false) && OWN_CALL.test(text))

/** Returns whether the visitor leaves the booked call where it is: `keep it`, `go back to Monday`. */
export function keepsCall(text: string, { any, relative }: Wish, { weekday, minutes }: WallSlot): boolean {
  const isSame = any.some((each) => each.days?.map(weekdayOf).includes(weekday) && covers(each, minutes))
  return leavesCall(text) || (returnsTo(text) && relative === null && isSame)
}
