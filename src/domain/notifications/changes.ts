import {
  type Choices,
  type NotificationSettings,
  PERSON_CHANNELS,
  type Person,
} from '../../contract/notification-settings.ts'
import { isSame } from '../common/same-value.ts'
import { type Change, type ChangesOf, changedIn, rebase } from '../common/three-way.ts'
import { changed } from './people.ts'

/** The changed settings only, each with its previous value. */
export type NotificationChanges = ChangesOf<NotificationSettings>

/**
 * Returns the settings with the changes applied. Changes within the list of people are merged with the `stored` people.
 */
export const withChanges = (
  stored: NotificationSettings,
  changes: NotificationChanges,
): NotificationSettings => ({ ...stored, ...valuesOf(rebased(changes, stored)) })

/** Returns the new values of the changed settings. */
export const valuesOf = (changes: NotificationChanges): Partial<NotificationSettings> =>
  Object.fromEntries(changedIn(changes).map((field) => [field, changes[field]?.mine]))

/** Returns the changes of `values` relative to `stored`. */
export const changesTo = (
  stored: NotificationSettings,
  values: Partial<NotificationSettings>,
): NotificationChanges =>
  Object.fromEntries(
    Object.entries(values).map(([field, mine]) => [
      field,
      { base: stored[field as keyof NotificationSettings], mine },
    ]),
  )

/** Returns the changes relative to the currently stored settings, without those that are already stored. */
export function rebased(changes: NotificationChanges, stored: NotificationSettings): NotificationChanges {
  const { people } = changes
  const merged = people
    ? { ...changes, people: { ...people, mine: mergePeople(people, stored.people) } }
    : changes
  return changesTo(stored, valuesOf(rebase(merged, stored, (_, a, b) => isSame(a, b))))
}

/** Returns the changes made after `sent` was sent, assuming that `sent` was stored as it is. */
export function changesSince(now: NotificationChanges, sent: NotificationChanges): NotificationChanges {
  const later = changedIn(now).filter((field) => now[field] !== sent[field])
  return Object.fromEntries(
    later.map((field) => {
      const before = sent[field]
      return [field, before ? { base: before.mine, mine: now[field]?.mine } : now[field]]
    }),
  )
}

/**
 * Returns the stored people with one device's changes. Replaces only the changed fields of each person. Omits a person
 * that either side has removed.
 */
export function mergePeople({ base, mine }: Change<readonly Person[]>, stored: readonly Person[]): Person[] {
  const isIn = (people: readonly Person[], id: string) => people.some((person) => person.id === id)
  const isGone = (id: string) => isIn(base, id) && !(isIn(mine, id) && isIn(stored, id))
  const left = (people: readonly Person[]) => people.map(({ id }) => id).filter((id) => !isGone(id))
  const idsInBoth = (people: readonly Person[], others: readonly Person[]) =>
    people.map(({ id }) => id).filter((id) => isIn(others, id))
  const isReordered = !isSame(idsInBoth(base, mine), idsInBoth(mine, base))
  const order = isReordered ? joined(left(mine), left(stored)) : joined(left(stored), left(mine))
  const find = (people: readonly Person[], id: string) => people.find((person) => person.id === id)
  return order.map((id) => mergePerson(find(base, id), find(mine, id), find(stored, id)))
}

/**
 * Returns `ids` together with the ids that only `others` contains. Each of these is inserted before the id that follows
 * it in `others`.
 */
function joined(ids: readonly string[], others: readonly string[]): string[] {
  const all = [...ids]
  for (const [index, id] of [...others.entries()].toReversed()) {
    if (all.includes(id)) continue
    const next = others[index + 1]
    all.splice(next === undefined ? all.length : all.indexOf(next), 0, id)
  }
  return all
}

function mergePerson(base: Person | undefined, mine: Person | undefined, stored: Person | undefined): Person {
  if (!mine || !stored || !base) return (mine ?? stored) as Person
  const pick = <Field extends keyof Person>(field: Field) =>
    isSame(mine[field], base[field]) ? stored[field] : mine[field]
  const phone = pick('phone')
  return changed(
    {
      id: mine.id,
      name: pick('name'),
      email: pick('email'),
      phone,
      sms_consent: hasConsent(phone, base, mine, stored),
      choices: mergeChoices(base.choices, mine.choices, stored.choices),
    },
    {},
  )
}

/** Merges the consent to text messages, which belongs to a phone number. */
function hasConsent(phone: string | null, base: Person, mine: Person, stored: Person): boolean {
  const hadConsent = base.phone === mine.phone && base.sms_consent
  const isUnchanged = mine.phone !== phone || mine.sms_consent === hadConsent
  return stored.phone === phone && isUnchanged ? stored.sms_consent : mine.sms_consent
}

function mergeChoices(base: Choices, mine: Choices, stored: Choices): Choices {
  const merge = (alert: keyof Choices) =>
    PERSON_CHANNELS.filter((channel) => {
      const isOn = mine[alert].includes(channel)
      return isOn === base[alert].includes(channel) ? stored[alert].includes(channel) : isOn
    })
  return {
    needs_person: merge('needs_person'),
    new_lead: merge('new_lead'),
    booking: merge('booking'),
    daily_summary: merge('daily_summary'),
  }
}
