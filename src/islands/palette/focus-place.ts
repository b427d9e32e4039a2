/** Selects elements in which the user can type. */

const FIELDS =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="button"], [type="range"], [type="file"])'

/** Returns whether the focused element uses letter keys: a field, or a menu with letter navigation. */
export function needsLetters(target: EventTarget | null): boolean {
  // A field in a dialog that has just closed keeps focus until the next frame.
  if (!(target instanceof HTMLElement && target.checkVisibility())) return false
  return target.isContentEditable || target.matches(FIELDS) || target.closest('[role="menu"]') !== null
}

/** Selects the dialog of a lead. */
const LEAD = '.lead-modal, [data-lead-dialog]'

/** Returns the kind of dialog in front of the page. */
export function dialogInFront(): 'none' | 'lead' | 'other' {
  const modal = [...document.querySelectorAll('dialog:modal, [role="dialog"][aria-modal="true"]')].filter(
    (dialog) => dialog.checkVisibility(),
  )
  if (modal.length === 0) return 'none'
  const isLead = (dialog: Element) => dialog.matches(LEAD) || dialog.querySelector(LEAD) !== null
  return modal.every((dialog) => isLead(dialog) || dialog.closest(LEAD)) ? 'lead' : 'other'
}
