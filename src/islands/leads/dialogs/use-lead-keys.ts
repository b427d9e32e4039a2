import { useEffect } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { INBOX_PATH } from '../../../domain/conversations/path.ts'
import { currentUrl, navigate } from '../../../platform/page/navigation.ts'
import { $hasInbox } from '../../../stores/conversations/presence.ts'
import { askToSchedule } from '../../../stores/leads/change-call.ts'
import { $dialogLead, $panelLead, openLeadDialog, openLeadPanel } from '../../../stores/leads/dialog.ts'
import { $allLeads, $leadSearch } from '../../../stores/leads/list.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'
import { openedLead } from '../../../stores/leads/open-lead.ts'
import { goToLead } from '../../../stores/leads/page.ts'
import { provideCommands } from '../../../stores/palette/commands.ts'

const ROW = '.lead-rows [data-row-key]'

/** The row that last had focus: its lead, its index in the list, and the search string. */
let last: { id: string; index: number; search: string } | null = null

/** Returns the link with the lead's name. */
const linkOf = (row: HTMLElement) => row.querySelector<HTMLElement>('a[href]')

const rowsOf = () => [...document.querySelectorAll<HTMLElement>(ROW)]
const focusedRow = () => document.activeElement?.closest<HTMLElement>(ROW) ?? null

/** Returns the index of the focused row, or of the last focused row. Returns -1 if neither exists. */
function currentIndex(rows: HTMLElement[]): number {
  const focused = focusedRow()
  return focused ? rows.indexOf(focused) : rows.findIndex(({ dataset }) => dataset.rowKey === last?.id)
}

/** Moves focus between the rows' links. Stops at the ends. */
function moveFocus(step: 1 | -1): void {
  const rows = rowsOf()
  const at = currentIndex(rows)
  const search = $leadSearch.get()
  // If the row has left the list, for example after a status change, the row that took its place is next.
  const left = last?.search === search ? Math.min(last.index, rows.length - 1) : 0
  const index = at === -1 ? left : Math.min(Math.max(at + step, 0), rows.length - 1)
  const row = rows[index]
  if (!row) return
  linkOf(row)?.focus()
  last = { id: row.dataset.rowKey ?? '', index, search }
}

function step(direction: 1 | -1): void {
  const isOnPage = currentUrl().pathname.startsWith('/leads/')
  const isInDialog = !isOnPage && $dialogLead.get() !== null
  const isBeside = !isOnPage && !isInDialog && $panelLead.get() !== null
  const { next, previous } = $neighbors.get()
  // A lead that left the list before it opened has no neighbors.
  const isApart = isBeside && next === null && previous === null
  if (isApart || (!isOnPage && !isInDialog && !isBeside)) {
    moveFocus(direction)
    const id = focusedRow()?.dataset.rowKey
    if (id && isWide()) openLeadPanel(id)
    return
  }
  const id = direction === 1 ? next : previous
  if (id === null) return
  if (isOnPage) goToLead(id)
  else if (isInDialog) openLeadDialog(id)
  else {
    openLeadPanel(id)
    focusRow(id)
  }
}

/** Returns whether leads open next to the list. */
const isWide = () => matchMedia('(width >= 1200px)').matches

/** Focuses a lead's row if it is on this page of the list. */
function focusRow(id: string): void {
  const rows = rowsOf()
  const index = rows.findIndex(({ dataset }) => dataset.rowKey === id)
  if (rows[index]) linkOf(rows[index])?.focus()
  if (index >= 0) last = { id, index, search: $leadSearch.get() }
}

/** Returns the lead of the focused row, or null if no row has focus. */
function leadInFocus(): Lead | null {
  const id = focusedRow()?.dataset.rowKey
  return $allLeads.get().data?.find((lead) => lead.id === id) ?? null
}

/** Selects the control that changes the status: of the lead in the dialog, in a row, or elsewhere on the page. */
const PICKER = ':is(.status-select select, [data-status-menu]):not(:disabled)'

const pickerIn = (place: Element | null) => {
  const picker = place?.querySelector<HTMLElement>(PICKER)
  return picker?.checkVisibility() ? picker : null
}

/**
 * Opens the list of statuses for the lead in the dialog, in the focused row, or next to the list, or focuses the
 * statuses for the selected leads.
 */
function pickStatus(): void {
  const picker =
    pickerIn(document.querySelector('dialog.lead-modal')) ??
    pickerIn(focusedRow()) ??
    pickerIn(document.querySelector('.lead-panel, .lead-page'))
  if (picker instanceof HTMLSelectElement) {
    picker.focus()
    picker.showPicker()
  } else if (picker) {
    picker.click()
  } else {
    document.querySelector<HTMLElement>('.bulk-bar button:not(:disabled)')?.focus()
  }
}

/** Provides the keyboard shortcuts for a list of leads and for an open lead. The browser handles Enter. */
export function useLeadKeys(): void {
  useEffect(
    () =>
      provideCommands({
        'next-lead': () => step(1),
        'previous-lead': () => step(-1),
        'next-waiting': () => void navigate(`${INBOX_PATH}?needs_person=true`),
        status: pickStatus,
        'book-call': () => {
          const lead = openedLead() ?? leadInFocus()
          // Other APIs can't change calls.
          if (lead && $hasInbox.get()) askToSchedule(lead)
        },
      }),
    [],
  )
}
