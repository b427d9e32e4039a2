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

const PARAMETER = 'lead'

const $shown = atom<string | null>(null)

/** The lead that is open in a dialog over the list; null without one. The address says it: `/leads?lead={id}`. */
export const $dialogLead: ReadableAtom<string | null> = $shown

function read(): void {
  const id = currentUrl().searchParams.get(PARAMETER)
  $shown.set(id)
  if (id) showLead(id)
}

/** Opens the dialog in the address and follows Back and Forward. Returns a function that stops it. */
export function followLeadDialog(): () => void {
  read()
  const stop = onPopWithinPage(() => {
    openLeadList()
    read()
  })
  return () => {
    stop()
    $shown.set(null)
  }
}

/** Opens a lead over the list; from one lead to another the history keeps its length. */
export function openLeadDialog(id: string): void {
  settleSearch()
  if ($shown.get() === null) pushParameter(PARAMETER, id)
  else replaceSearch({ [PARAMETER]: id })
  read()
}

/** Closes the dialog, as Back does. */
export function closeLeadDialog(): void {
  if ($shown.get() === null) return
  if (!leavePushed()) replaceSearch({ [PARAMETER]: null })
  $shown.set(null)
}

onOwnerLeft(closeLeadDialog)
