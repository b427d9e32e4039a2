import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { SettingsField } from '../../domain/settings/settings.ts'

const CONTROLS = 'input, textarea, select, button[role="switch"]'

/** Scrolls to an element and focuses it. Returns false if there is none. */
function goTo(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false
  const closed = element.closest('details:not([open])')
  closed?.setAttribute('open', '')
  const isControl = element.matches(CONTROLS)
  const control = isControl ? element : element.querySelector<HTMLElement>(CONTROLS)
  const target = control ?? element
  target.focus({ preventScroll: true })
  ;(element.closest('.setting') ?? element).scrollIntoView({ block: 'center' })
  return true
}

/** Focuses a field by name; fields that share a control have the same target. */
function focusField(field: SettingsField): boolean {
  const id = field === 'address_details' ? 'address' : field
  // A field of another service area type is not rendered, so this focuses the type.
  const other = id.startsWith('service_area_') ? document.getElementById('service_area_type') : null
  return goTo(document.getElementById(id) ?? other)
}

/** Scrolls to the field of an error and focuses it. */
export function focusError({ field, entry, at }: FieldError): void {
  if (!entry) {
    focusField(field)
    return
  }
  const row = document.querySelector(`[data-entry="${CSS.escape(entry)}"]`)
  goTo(document.getElementById(`${entry}-${at}`) ?? row)
}

/** Scrolls to the conflict panel once it is rendered. */
export function focusConflicts(): void {
  requestAnimationFrame(() => {
    const panel = document.getElementById('conflicts')
    panel?.focus({ preventScroll: true })
    panel?.scrollIntoView({ block: 'start' })
  })
}

/** Focuses an entry once it is rendered. */
export function focusEntry(key: string): void {
  requestAnimationFrame(() => goTo(document.querySelector(`[data-entry="${CSS.escape(key)}"]`)))
}

/** Scrolls to the field or section in the URL's fragment. */
export function focusHash(hash: string): void {
  const element = hash.length > 1 ? document.getElementById(decodeHash(hash)) : null
  if (!element) {
    if (hash.length > 1) focusField(decodeHash(hash) as SettingsField)
    return
  }
  if (element.matches('section')) {
    element.scrollIntoView({ block: 'start' })
    element.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  } else goTo(element)
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return ''
  }
}
