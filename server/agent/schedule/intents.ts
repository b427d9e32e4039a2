const BOOKING =
  /\b(?:book|schedule|set up|arrange|make)\b.{0,40}\b(?:call|estimate|appointment|time|visit|slot)\b|\bappointments?\b|\bwhen (?:can|could|would) (?:you|someone|they|i)\b.{0,30}\b(?:call|talk|speak|come)\b|\b(?:what|which|any) (?:times?|slots?|days?)\b.{0,30}\b(?:available|open|free|have)\b/i
const MOVE =
  /\bre-?schedul|\b(?:change|move|switch|push|another|different|new|later|earlier)\b.{0,30}\b(?:time|day|date|slot|appointment|booking|call)\b/i
const INSTEAD = /\b(?:instead|rather|actually)\b/i
const CANCEL =
  /\bcancel\b|\bcall(?:ed)? (?:it|that|this) off\b|\b(?:can(?:no|['’]?)t|won['’]?t|will not)\b.{0,20}\bmake (?:it|the call|that)\b/i

/** Returns whether the visitor asks for an estimate call or its possible times. */
export const wantsBooking = (text: string) => BOOKING.test(text)
/** Returns whether the visitor wants to move a booked call. `namesTime`: the text contains a time. */
export const wantsToMove = (text: string, namesTime: boolean) =>
  MOVE.test(text) || (namesTime && INSTEAD.test(text))
/** Returns whether the visitor wants to cancel a booked call. */
export const wantsToCancel = (text: string) => CANCEL.test(text)
