import type { Day } from '../../contract/profile.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import { SETTINGS_SECTIONS, type SectionId, sectionOf } from '../../domain/settings/sections.ts'
import type { SettingsField } from '../../domain/settings/settings.ts'
import { addFaq, openEntry, unfold } from '../../stores/settings/settings.ts'

/** The fragment of a link that adds a question. */
export const NEW_FAQ = 'new-faq'

/** The fragments of links to the notification settings, and to their first test. */
export const NOTIFICATIONS = 'notifications'
export const NOTIFICATION_TEST = 'notification-test'

/** Returns the anchor of a day's hours. */
export const dayAnchor = (day: Day) => `business_hours-${day}`

let renderRest = () => {}

/**
 * Before something in the form is focused, calls `render`, which renders the sections that are not rendered yet. Returns
 * the unsubscribe function.
 */
export function beforeFocus(render: () => void): () => void {
  renderRest = render
  return () => {
    renderRest = () => {}
  }
}

const CONTROLS = 'input, textarea, select, button[role="switch"]'

/** Unfolds everything that hides an element. */
function reveal(element: Element): void {
  const section = element.closest('.settings-section')?.id.replace('section-', '')
  const known = SETTINGS_SECTIONS.find(({ id }) => id === section)
  if (known) unfold(known.id)
  // Also in the document, so that the element can be focused at once.
  for (let up: Element | null = element; up; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) up.open = true
  }
}

/** Scrolls to an element and focuses it. Returns false if there is none. */
function goTo(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  reveal(element)
  const isControl = element.matches(CONTROLS)
  const control = isControl
    ? element
    : (element.querySelector<HTMLElement>('[aria-invalid="true"]') ??
      element.querySelector<HTMLElement>(CONTROLS))
  const target = control ?? element
  target.focus({ preventScroll: true })
  ;(element.closest('.setting') ?? element).scrollIntoView({ block: 'center' })
  return true
}

/** Focuses a field by name; fields that share a control have the same target. */
export function focusField(field: SettingsField): boolean {
  renderRest()
  const id = field === 'address_details' ? 'address' : field
  // A field of another service area type is not rendered, so this focuses the type.
  const other = id.startsWith('service_area_') ? document.getElementById('service_area_type') : null
  // Some fields load when their section is unfolded.
  const section = document.getElementById(`section-${sectionOf(field)}`)
  return goTo(document.getElementById(id) ?? other ?? section)
}

/** Scrolls to the field of an error and focuses it. */
export function focusError({ field, entry, at }: FieldError): void {
  if (!entry) {
    focusField(field)
    return
  }
  renderRest()
  const list = document.getElementById(field)
  if (list) reveal(list)
  focusEntry(entry, at)
}

/** Scrolls to the conflict panel once it is rendered. */
export function focusConflicts(): void {
  requestAnimationFrame(() => {
    const panel = document.getElementById('conflicts')
    panel?.focus({ preventScroll: true })
    panel?.scrollIntoView({ block: 'start' })
  })
}

/** Opens a list entry and focuses its first field, or the named one, once it is rendered. */
export function focusEntry(key: string, part = ''): void {
  renderRest()
  openEntry(key)
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-entry="${CSS.escape(key)}"]`)
    goTo(document.getElementById(`${key}-${part}`) ?? row)
  })
}

/** Unfolds a section, scrolls to it, and focuses its heading. */
export function goToSection(id: SectionId): void {
  renderRest()
  const section = document.getElementById(`section-${id}`)
  const details = section?.querySelector('details')
  if (!section || !details) return
  reveal(details)
  section.scrollIntoView({ block: 'start' })
  details.querySelector('summary')?.focus({ preventScroll: true })
}

/** Adds a question and focuses it; goes to the section if that is not possible. */
function startFaq(): void {
  const key = addFaq()
  if (key) focusEntry(key)
  else goToSection('faqs')
}

/** Goes to the notification settings, or to their first test once it has loaded. */
function goToNotifications(name: string): void {
  renderRest()
  const place = document.getElementById(NOTIFICATIONS)
  if (!place) return
  const test = name === NOTIFICATION_TEST && place.querySelector<HTMLElement>('[data-test]:not(:disabled)')
  const target = test || place
  reveal(target)
  target.focus({ preventScroll: true })
  target.scrollIntoView({ block: test ? 'center' : 'start' })
}

/** Goes to the field or section in the URL's fragment, or adds a question. */
export function focusHash(hash: string): void {
  const name = decodeHash(hash)
  if (name === NEW_FAQ) {
    // A reload does not add another one.
    history.replaceState(history.state, '', '#faqs')
    startFaq()
    return
  }
  if (name === NOTIFICATIONS || name === NOTIFICATION_TEST) {
    goToNotifications(name)
    return
  }
  const section = SETTINGS_SECTIONS.find(({ id }) => name === `section-${id}`)
  if (section) goToSection(section.id)
  else if (name) focusField(name as SettingsField)
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
