/** A place in which calls can be booked: an event type or a calendar. */
export interface Choice {
  id: string
  name: string
  /** Additional information for people, such as the length; null if the name is enough. */
  detail: string | null
  /** Whether calls are by phone, so that a booking contains the visitor's number as its location. */
  byPhone?: boolean
}

/** The owner's choices; the services add other data that they need. */
export interface ConnectionSettings {
  choice: Choice
}
