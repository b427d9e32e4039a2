import { atom, type ReadableAtom } from 'nanostores'
import {
  currentUrl,
  leavePushed,
  onPopWithinPage,
  pushParameter,
  replaceSearch,
} from '../../platform/page/navigation.ts'
import { onOwnerLeft } from '../session/owner.ts'
import { openLeadList, settleSearch } from './list.ts'
import { showLead } from './page.ts'

const DIALOG = 'lead'
const PANEL = 'panel'

const $shown = atom<string | null>(null)
const $beside = atom<string | null>(null)

/** The lead in the dialog above the list; null if none is open. It is part of the URL: `/leads?lead={id}`. */
export const $dialogLead: ReadableAtom<string | null> = $shown

/**
 * The lead in the panel next to the list, which fills the screen on a phone; null if none is open. It is part of the
 * URL: `/leads?panel={id}`. A dialog can be open above it.
 */
export const $panelLead: ReadableAtom<string | null> = $beside

/** The URL before the panel was opened; null if the page opened with the panel. */
let before: string | null = null

function read(): void {
  const { searchParams } = currentUrl()
  const [inDialog, inPanel] = [searchParams.get(DIALOG), searchParams.get(PANEL)]
  // Set first, so that the dialog or panel shows this lead immediately.
  showLead(inDialog ?? inPanel)
  $shown.set(inDialog)
  $beside.set(inPanel)
}

/** Opens the dialog and the panel for the leads in the URL, and follows Back and Forward. Returns the stop function. */
export function followLeadDialog(): () => void {
  before = null
  read()
  const stop = onPopWithinPage(() => {
    openLeadList()
    read()
  })
  return () => {
    stop()
    $shown.set(null)
    $beside.set(null)
  }
}

/** Opens a lead above the list. Switching between leads adds no history entry. */
export function openLeadDialog(id: string): void {
  settleSearch()
  if ($shown.get() === null) pushParameter(DIALOG, id)
  else replaceSearch({ [DIALOG]: id })
  read()
}

/** Closes the dialog, as Back does. */
export function closeLeadDialog(): void {
  if ($shown.get() === null) return
  if (!leavePushed()) replaceSearch({ [DIALOG]: null })
  $shown.set(null)
  showLead($beside.get())
}

/** Opens a lead next to the list. Switching between leads adds no history entry. */
export function openLeadPanel(id: string): void {
  settleSearch()
  if ($beside.get() === null) {
    before = currentUrl().href
    pushParameter(PANEL, id)
  } else {
    replaceSearch({ [PANEL]: id })
  }
  read()
}

/** Closes the panel. Goes back in history, so that the list stays as it was, unless the list has changed since. */
export function closeLeadPanel(): void {
  if ($beside.get() === null) return
  settleSearch()
  const url = currentUrl()
  url.searchParams.delete(PANEL)
  if (url.href !== before || !leavePushed()) replaceSearch({ [PANEL]: null })
  before = null
  $beside.set(null)
  showLead($shown.get())
}

onOwnerLeft(() => {
  if ($shown.get() !== null && $beside.get() !== null) {
    // Going back from the dialog would show the panel again.
    replaceSearch({ [DIALOG]: null, [PANEL]: null })
    read()
  }
  closeLeadDialog()
  closeLeadPanel()
})
