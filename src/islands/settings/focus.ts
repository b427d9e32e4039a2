import { flushSync } from 'react-dom'
import type { Day } from '../../contract/profile.ts'
import { SETTINGS_SECTIONS, type SectionId, sectionOf } from '../../domain/settings/fields.ts'
import { NEW_FAQ } from '../../domain/settings/links.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { SettingsField } from '../../domain/settings/settings.ts'
import { scrollAsItLoads } from '../../platform/page/scrolling.ts'
import { $unfolded, addFaq, openEntry, unfold } from '../../stores/settings/settings.ts'

/** The URL fragments of the notification settings and of their first test. */
export const NOTIFICATIONS = 'notifications'
export const NOTIFICATION_TEST = 'notification-test'
const NOTIFICATION_SECTION = 'escalation'

export const dayAnchor = (day: Day, field: SettingsField = 'business_hours') => `${field}-${day}`

/** Expands a section, and renders its content immediately. */
function show(id: SectionId): void {
  if (!$unfolded.get().has(id)) flushSync(() => unfold(id))
}

const CONTROLS = 'input, textarea, select, button[role="switch"]'

/** Expands everything that hides an element. */
function reveal(element: Element): void {
  const section = element.closest('.settings-section')?.id.replace('section-', '')
  const known = SETTINGS_SECTIONS.find(({ id }) => id === section)
  if (known) unfold(known.id)
  // Also expand it in the document, so that the element can receive focus immediately.
  for (let up: Element | null = element; up; up = up.parentElement) {
    if (up instanceof HTMLDetailsElement) up.open = true
  }
}

/** Scrolls to an element, and again while sections above it expand and load. */
function scrollTo(element: Element, block: 'start' | 'center'): void {
  scrollAsItLoads(() => {
    element.scrollIntoView({ block })
    return false
  })
}

/** Scrolls to an element and focuses it. Returns false if there is no such element. */
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
  scrollTo(element.closest('.setting') ?? element, 'center')
  return true
}

/** Focuses a field by name. Fields that share a control have the same target. */
export function focusField(field: SettingsField): boolean {
  const within = sectionNamed(field) ?? sectionOf(field)
  show(within)
  const id = field === 'address_details' ? 'address' : field
  // If the field belongs to a service area type that isn't selected, it isn't rendered, so focus the type instead.
  const other = id.startsWith('service_area_') ? document.getElementById('service_area_type') : null
  // Some fields load when their section is expanded.
  const section = document.getElementById(`section-${within}`)
  return goTo(document.getElementById(id) ?? other ?? section)
}

/** Scrolls to a field with an error and focuses it. */
export function focusError({ field, entry, at }: FieldError): void {
  if (!entry) {
    focusField(field)
    return
  }
  show(sectionOf(field))
  const list = document.getElementById(field)
  if (list) reveal(list)
  focusEntry(entry, at)
}

/** Scrolls to the conflict panel once it is rendered. */
export function focusConflicts(): void {
  requestAnimationFrame(() => {
    const panel = document.getElementById('conflicts')
    if (!panel) return
    panel.focus({ preventScroll: true })
    scrollTo(panel, 'start')
  })
}

/** Opens a list entry. Once it is rendered, focuses its first field, or the field named `part`. */
export function focusEntry(key: string, part = ''): void {
  openEntry(key)
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-entry="${CSS.escape(key)}"]`)
    goTo(document.getElementById(`${key}-${part}`) ?? row)
  })
}

/** Expands a section, scrolls to it, and focuses its heading. */
export function goToSection(id: SectionId): void {
  show(id)
  const section = document.getElementById(`section-${id}`)
  const details = section?.querySelector('details')
  if (!section || !details) return
  reveal(details)
  scrollTo(section, 'start')
  details.querySelector('summary')?.focus({ preventScroll: true })
}

/**
 * Adds a question and focuses it, or the answer to a given question. If no question can be added, goes to the section.
 */
function startFaq(question: string): void {
  show('faqs')
  const key = addFaq(question)
  if (key) focusEntry(key, question && 'answer')
  else goToSection('faqs')
}

/** Goes to the notification settings, or to their first test once it has loaded. */
function goToNotifications(name: string): void {
  show(NOTIFICATION_SECTION)
  const place = document.getElementById(NOTIFICATIONS)
  if (!place) return
  const test = name === NOTIFICATION_TEST && place.querySelector<HTMLElement>('[data-test]:not(:disabled)')
  const target = test || place
  reveal(target)
  target.focus({ preventScroll: true })
  scrollTo(target, test ? 'center' : 'start')
}

const isNewFaq = (name: string) => name === NEW_FAQ || name.startsWith(`${NEW_FAQ}=`)
const isNotifications = (name: string) => name === NOTIFICATIONS || name === NOTIFICATION_TEST

/** Returns the section that a URL fragment leads to, or null if it leads to none. */
export function sectionIn(hash: string): SectionId | null {
  const name = decodeHash(hash)
  if (isNewFaq(name)) return 'faqs'
  if (isNotifications(name)) return NOTIFICATION_SECTION
  return sectionNamed(name)
}

/** Returns the section that an anchor is in: `section-hours`, `call_hours`, or `call_hours-monday`. */
function sectionNamed(anchor: string): SectionId | null {
  const [field = ''] = anchor.split('-')
  const section = SETTINGS_SECTIONS.find(({ id, fields }) => anchor === `section-${id}` || field in fields)
  return section?.id ?? null
}

/** Goes to the field or section in the URL fragment, or adds a question. */
export function focusHash(hash: string): void {
  const name = decodeHash(hash)
  if (isNewFaq(name)) {
    // A reload must not add another question.
    history.replaceState(history.state, '', '#faqs')
    startFaq(name.slice(NEW_FAQ.length + 1))
    return
  }
  if (isNotifications(name)) {
    goToNotifications(name)
    return
  }
  const section = SETTINGS_SECTIONS.find(({ id }) => name === `section-${id}`)
  if (section) goToSection(section.id)
  else if (name) focusField(name as SettingsField)
}

/** Goes to the notification settings if the URL's fragment names them. Call it once they are shown. */
export function focusNotifications(): void {
  if ([NOTIFICATIONS, NOTIFICATION_TEST].includes(location.hash.slice(1))) focusHash(location.hash)
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
