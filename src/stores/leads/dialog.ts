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

/** The lead in the dialog above the list; null without one. It is part of the URL: `/leads?lead={id}`. */
export const $dialogLead: ReadableAtom<string | null> = $shown

function read(): void {
  const id = currentUrl().searchParams.get(PARAMETER)
  $shown.set(id)
  if (id) showLead(id)
}

/** Opens the dialog if the URL names a lead, and follows Back and Forward. Returns the stop function. */
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

/** Opens a lead above the list. Switching between leads adds no history entry. */
export function openLeadDialog(id: string): void {
  settleSearch()
  if ($shown.get() === null) pushParameter(PARAMETER, id)
  else replaceSearch({ [PARAMETER]: id })
  read()
}

/** Closes the dialog, like Back does. */
export function closeLeadDialog(): void {
  if ($shown.get() === null) return
  if (!leavePushed()) replaceSearch({ [PARAMETER]: null })
  $shown.set(null)
}

onOwnerLeft(closeLeadDialog)
