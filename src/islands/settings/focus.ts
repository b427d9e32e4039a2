import type { FieldError } from '../../domain/save-plan.ts'
import type { SettingsField } from '../../domain/settings.ts'

const CONTROLS = 'input, textarea, select, button[role="switch"]'

/** Brings an element into sight and the focus into it. False when there is none. */
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

/** Goes to a field by its name; the sides of a field that share a control share it here too. */
function focusField(field: SettingsField): boolean {
  const id = field === 'address_details' ? 'address' : field
  // A field of another service area type stands behind the choice of the type.
  const other = id.startsWith('service_area_') ? document.getElementById('service_area_type') : null
  return goTo(document.getElementById(id) ?? other)
}

/** Goes to the place of a refusal. */
export function focusError({ field, entry, at }: FieldError): void {
  if (!entry) {
    focusField(field)
    return
  }
  const row = document.querySelector(`[data-entry="${CSS.escape(entry)}"]`)
  goTo(document.getElementById(`${entry}-${at}`) ?? row)
}

/** Goes to the panel of what someone else has changed, once it is drawn. */
export function focusConflicts(): void {
  requestAnimationFrame(() => {
    const panel = document.getElementById('conflicts')
    panel?.focus({ preventScroll: true })
    panel?.scrollIntoView({ block: 'start' })
  })
}

/** Goes to an entry once it is drawn. */
export function focusEntry(key: string): void {
  requestAnimationFrame(() => goTo(document.querySelector(`[data-entry="${CSS.escape(key)}"]`)))
}

/** Goes to what the address names after `#`: a field, or a section's heading. */
export function focusHash(hash: string): void {
  const element = hash.length > 1 ? document.getElementById(decodeHash(hash)) : null
  if (!element) return
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
