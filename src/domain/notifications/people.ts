import {
  type Alert,
  type Choices,
  ESCALATION_PERSON,
  type Person,
  type PersonChannel,
} from '../../contract/notification-settings.ts'

/** The names of the alerts for people, in screen order. */
export const ALERT_NAMES: Readonly<Record<Alert, string>> = {
  needs_person: 'Needs a person',
  new_lead: 'New lead',
  booking: 'Estimates',
  daily_summary: 'Daily summary',
}

const EMAIL = /^[^\s@<>"(),:;]+@[^\s@<>"(),:;]+\.[^\s@<>"(),:;]+$/

/** Returns why a text is not a valid email address, or null if it is valid or blank. */
export function emailProblem(text: string): string | null {
  return text.trim() === '' || EMAIL.test(text.trim())
    ? null
    : 'Enter an email address such as name@example.com.'
}

const isEscalation = ({ id }: Pick<Person, 'id'>) => id === ESCALATION_PERSON

/** Returns a person's display name in a list. */
export function personName(person: Pick<Person, 'id' | 'name' | 'email' | 'phone'>, place: number): string {
  return (
    person.name.trim() ||
    person.email ||
    person.phone ||
    (isEscalation(person) ? 'Escalation contact' : `Person ${place}`)
  )
}

/**
 * Returns a hint, shown next to the choices, why a person cannot be reached by a channel. Returns null if nothing is
 * missing.
 */
export function missingFor(
  channel: PersonChannel,
  person: Person,
  escalationEmail: string | null,
): string | null {
  if (channel === 'email') {
    if (isEscalation(person)) return escalationEmail ? null : 'Enter the Escalation Email above and save it.'
    return person.email ? null : 'Enter an email address first.'
  }
  if (!person.phone) return 'Enter a phone number first.'
  return person.sms_consent ? null : 'Confirm below that they agreed to get texts.'
}

/** Returns the choices with a channel switched on or off for an alert. */
export function chosen(choices: Choices, alert: Alert, channel: PersonChannel, isOn: boolean): Choices {
  const others = choices[alert].filter((each) => each !== channel)
  return { ...choices, [alert]: isOn ? [...others, channel] : others }
}

/**
 * Returns a person with a change applied, and without the choices that it rules out: no one receives text messages
 * without consent.
 */
export function changed(person: Person, change: Partial<Omit<Person, 'id'>>): Person {
  const next = { ...person, ...change }
  // Consent belongs to a phone number.
  if (next.phone !== person.phone && change.sms_consent === undefined) next.sms_consent = false
  if (next.phone === null) next.sms_consent = false
  return next.sms_consent ? next : { ...next, choices: withoutTexts(next.choices) }
}

/** Returns a person who agrees to texts about leads and visitors who need a person, at a number. */
export function textedAt(person: Person, phone: string): Person {
  const told = (['needs_person', 'new_lead'] as const).reduce<Choices>(
    (choices, alert) => chosen(choices, alert, 'sms', true),
    person.choices,
  )
  return { ...person, phone, sms_consent: true, choices: told }
}

const withoutTexts = (choices: Choices): Choices =>
  Object.fromEntries(
    Object.entries(choices).map(([alert, channels]) => [alert, channels.filter((each) => each !== 'sms')]),
  ) as Choices

/** Returns a one-line summary of a person's alerts, such as `Email: everything · Text: Needs a person`. */
export function choicesText(choices: Choices): string {
  const alerts = Object.keys(ALERT_NAMES) as Alert[]
  const parts = (['email', 'sms'] as const).flatMap((channel) => {
    const told = alerts.filter((alert) => choices[alert].includes(channel))
    if (told.length === 0) return []
    const list =
      told.length === alerts.length ? 'everything' : told.map((alert) => ALERT_NAMES[alert]).join(', ')
    return [`${channel === 'email' ? 'Email' : 'Text'}: ${list}`]
  })
  return parts.join(' · ') || 'Gets no notifications'
}

/** Returns the list with one person moved to another place. */
export function moved(people: readonly Person[], id: string, to: number): Person[] {
  const person = people.find((each) => each.id === id)
  if (!person) return [...people]
  return people.filter((each) => each.id !== id).toSpliced(to, 0, person)
}

/** Returns whether an unsubscribed address is a phone number, which only its owner can resubscribe. */
export const isNumber = (address: string): boolean => /^\+?[\d\s().-]+$/.test(address)
