import { useEffect } from 'react'
import { $dialogLead, openLeadDialog } from '../../../stores/leads/dialog.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'
import { showLeadPanel } from '../../../stores/leads/panels.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** Moves the focus between the rows' View links; stops at the ends. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.lead-rows a[data-view]')]
  const row = document.activeElement?.closest('tr, li')
  const at = links.findIndex((link) => row?.contains(link))
  const next = at === -1 ? links[0] : links[at + step]
  next?.focus()
}

function step(direction: 1 | -1): void {
  if ($dialogLead.get() === null) {
    moveFocus(direction)
    return
  }
  const { next, previous } = $neighbors.get()
  const id = direction === 1 ? next : previous
  if (id !== null) openLeadDialog(id)
}

const KEYS: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('.lead-search')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  '?': () => showLeadPanel('keys'),
}

/** Binds the list's keyboard shortcuts: `/`, j, k, and `?`. The browser and the dialogs handle Enter and Esc. */
export function useLeadKeys(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || isTyping(event.target))
        return
      const act = KEYS[event.key]
      if (!act) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
