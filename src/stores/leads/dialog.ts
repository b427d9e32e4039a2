import { atom, type ReadableAtom } from 'nanostores'
import {
  currentUrl,
  leavePushed,
  onPopWithinPage,
  pushParameter,
  replaceSearch,
} from '../../platform/page/navigation.ts'
import { onOwnerSwitched } from '../base/session/account.ts'
import { openLeadList, settleSearch } from './list.ts'
import { showLead } from './page.ts'

const DIALOG = 'lead'
const PANEL = 'panel'

const $inDialog = atom<string | null>(null)
const $inPanel = atom<string | null>(null)

/** The lead in the dialog above the list; null if none is open. It is part of the URL: `/leads?lead={id}`. */
export const $dialogLead: ReadableAtom<string | null> = $inDialog

/**
 * The lead in the panel next to the list, which fills the screen on a phone; null if none is open. It is part of the
 * URL: `/leads?panel={id}`. A dialog can be open above it.
 */
export const $panelLead: ReadableAtom<string | null> = $inPanel

/** The URL before the panel was opened; null if the page opened with the panel. */
let before: string | null = null

function read(): void {
  const { searchParams } = currentUrl()
  const [inDialog, inPanel] = [searchParams.get(DIALOG), searchParams.get(PANEL)]
  // Set first, so that the dialog or panel shows this lead immediately.
  showLead(inDialog ?? inPanel)
  $inDialog.set(inDialog)
  $inPanel.set(inPanel)
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
    $inDialog.set(null)
    $inPanel.set(null)
  }
}

/** Opens a lead above the list. Switching between leads adds no history entry. */
export function openLeadDialog(id: string): void {
  settleSearch()
  if ($inDialog.get() === null) pushParameter(DIALOG, id)
  else replaceSearch({ [DIALOG]: id })
  read()
}

/** Closes the dialog, as Back does. */
export function closeLeadDialog(): void {
  if ($inDialog.get() === null) return
  if (!leavePushed()) replaceSearch({ [DIALOG]: null })
  $inDialog.set(null)
  showLead($inPanel.get())
}

/** Opens a lead next to the list. Switching between leads adds no history entry. */
export function openLeadPanel(id: string): void {
  settleSearch()
  if ($inPanel.get() === null) {
    before = currentUrl().href
    pushParameter(PANEL, id)
  } else {
    replaceSearch({ [PANEL]: id })
  }
  read()
}

/** Closes the panel. Goes back in history, so that the list stays as it was, unless the list has changed since. */
export function closeLeadPanel(): void {
  if ($inPanel.get() === null) return
  settleSearch()
  const url = currentUrl()
  url.searchParams.delete(PANEL)
  if (url.href !== before || !leavePushed()) replaceSearch({ [PANEL]: null })
  before = null
  $inPanel.set(null)
  showLead($inDialog.get())
}

onOwnerSwitched(() => {
  if ($inDialog.get() !== null && $inPanel.get() !== null) {
    // Going back from the dialog would show the panel again.
    replaceSearch({ [DIALOG]: null, [PANEL]: null })
    read()
  }
  closeLeadDialog()
  closeLeadPanel()
})
