/** Where calls can be booked: an event type or a calendar. */
export interface Choice {
  id: string
  name: string
  /** What else people know it by, such as its length; null if the name says it all. */
  detail: string | null
  /** Calls are by phone, so a booking names the visitor's number as its place. */
  byPhone?: boolean
}

/** What the owner has chosen; the services add what else they need. */
export interface ConnectionSettings {
  choice: Choice
}
