import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  currentUrl,
  leavePushed,
  onPopWithinPage,
  pushParameter,
  replaceSearch,
} from '../../platform/page/navigation.ts'
import { isPhone } from '../../platform/page/phone.ts'
import { onAccountSwitched } from '../base/session/account.ts'
import { flushSearch, openLeadList } from './list.ts'
import { goToLead, showLead } from './page.ts'

/** Where a lead is open over the list. The values are the parameters of the URL: `/leads?panel={id}`. */
type Face = 'lead' | 'panel'

const $face = atom<{ face: Face; id: string } | null>(null)

const idIn = (wanted: Face) => computed($face, (open) => (open?.face === wanted ? open.id : null))

/** The lead in the dialog above the list; null if none is open. The panel is then closed. */
export const $dialogLead: ReadableAtom<string | null> = idIn('lead')

/** The lead in the panel next to the list; null if none is open. The dialog is then closed. */
export const $panelLead: ReadableAtom<string | null> = idIn('panel')

/** The URL before the lead was opened; null if the page opened with the lead. */
let before: string | null = null

function set(face: Face, id: string | null): void {
  // Set first, so that the dialog or panel shows this lead immediately.
  showLead(id)
  $face.set(id === null ? null : { face, id })
}

function read(): void {
  const { searchParams } = currentUrl()
  const face = searchParams.has('lead') ? 'lead' : 'panel'
  const id = searchParams.get(face)
  if (id !== null && face === 'panel' && isPhone()) void goToLead(id, { replaces: true })
  else set(face, id)
}

/** Opens the dialog or the panel for the lead in the URL, and follows Back and Forward. Returns the stop function. */
export function followLeadDialog(): () => void {
  before = null
  read()
  const stop = onPopWithinPage(() => {
    openLeadList()
    read()
  })
  return () => {
    stop()
    $face.set(null)
  }
}

/** Opens a lead in place of the open one. Switching between leads, and to the other face, adds no history entry. */
function open(face: Face, id: string): void {
  flushSearch()
  if ($face.get() === null) {
    before = currentUrl().href
    pushParameter(face, id)
  } else {
    replaceSearch({ lead: null, panel: null, [face]: id })
  }
  set(face, id)
}

/** Opens a lead in the dialog above the list. */
export const openLeadDialog = (id: string): void => open('lead', id)

/** Opens a lead next to the list; on a phone, its page. */
export function openLeadPanel(id: string): void {
  if (isPhone()) void goToLead(id)
  else open('panel', id)
}

const $entered = atom<string | null>(null)

/** The lead whose panel gets the focus once it is shown; null if none does. */
export const $enteredLead: ReadableAtom<string | null> = $entered

/** Opens a lead next to the list and moves the focus to it. */
export function enterLeadPanel(id: string): void {
  openLeadPanel(id)
  $entered.set(id)
}

/** Records that the panel has the focus. */
export function leaveEntry(): void {
  $entered.set(null)
}

/** Closes the open lead. Goes back in history, so that the list stays as it was, unless the list has changed since. */
function close(face: Face): void {
  if ($face.get()?.face !== face) return
  flushSearch()
  const url = currentUrl()
  url.searchParams.delete(face)
  if (url.href !== before || !leavePushed()) replaceSearch({ [face]: null })
  before = null
  set(face, null)
}

export const closeLeadDialog = (): void => close('lead')
export const closeLeadPanel = (): void => close('panel')

onAccountSwitched(() => {
  closeLeadDialog()
  closeLeadPanel()
})
