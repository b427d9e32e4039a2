import { type WallSlot, weekdayOf } from '../../call-times/slots.ts'
import {
  cannotCome,
  dropsCall,
  isAboutCall,
  leavesCall,
  returnsTo,
  wantsToCancel,
  wantsToMove,
} from './intents.ts'
import { covers, suits, type Wish } from './wish.ts'

/** Returns whether the visitor cancels the booked call. */
export const cancelsCall = (text: string) => (wantsToCancel(text) && !cannotCome(text)) || dropsCall(text)

/**
 * Returns whether the visitor says only that the booked time doesn't work: `I can't make it Tuesday`. False if they name
 * another time or rule out another day.
 */
export function missesCall(text: string, { any, not }: Wish, booked: WallSlot): boolean {
  const isOther = not.length > 0 && suits(booked, { any: [], not })
  const isTimed = not.some(({ from, to }) => from !== null || to !== null)
  const namesOther = any.length > 0 || isOther || isTimed || wantsToMove(text, false)
  return wantsToCancel(text) && cannotCome(text) && !namesOther
}

const OWN_CALL = /\b(?:my|our|mi|nuestra) (?:appointment|estimate|call|visit|cita|llamada)\b/i

/** Returns whether a visitor who has booked no call here wants to cancel or move one. */
export const changesOtherCall = (text: string) =>
  (wantsToCancel(text) && isAboutCall(text)) || (wantsToMove(text, false) && OWN_CALL.test(text))

/** Returns whether the visitor leaves the booked call where it is: `keep it`, `go back to Monday`. */
export function keepsCall(text: string, { any, relative }: Wish, { weekday, minutes }: WallSlot): boolean {
  const isSame = any.some(
    (each) => (each.days?.map(weekdayOf).includes(weekday) ?? each.at !== null) && covers(each, minutes),
  )
  return leavesCall(text) || (returnsTo(text) && relative === null && isSame)
}
