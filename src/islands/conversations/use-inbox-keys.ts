import { useEffect } from 'react'
import { openNextNeeding } from '../../stores/conversations/next.ts'
import { $openConversation, leaveConversation, openConversation } from '../../stores/conversations/open.ts'
import { provideCommands } from '../../stores/palette/commands.ts'
import { useEscape } from '../../ui/use-escape.ts'

const LINKS = '.inbox-rows [data-place]'

/** Returns whether conversations open next to the list. */
const isWide = () => matchMedia('(width >= 1200px)').matches

/** Moves focus between the rows, starting at the open conversation if no row has focus. Stops at the ends. */
function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(LINKS)]
  const focused = links.indexOf(document.activeElement as HTMLElement)
  const open = links.findIndex(({ dataset }) => dataset.place === $openConversation.get())
  const at = focused === -1 ? open : focused
  const link = links[at === -1 ? 0 : Math.min(Math.max(at + by, 0), links.length - 1)]
  link?.focus()
  if (link?.dataset.place && isWide()) openConversation(link.dataset.place)
}

/** Closes the open conversation and moves the focus to its row. */
export function closeToRow(): void {
  const links = [...document.querySelectorAll<HTMLElement>(LINKS)]
  const row = links.find(({ dataset }) => dataset.place === $openConversation.get())
  leaveConversation()
  row?.focus({ preventScroll: true })
}

/**
 * Provides the inbox's keyboard shortcuts. The browser handles Enter. Escape also closes a conversation whose code has
 * not loaded yet.
 */
export function useInboxKeys(isOpen: boolean): void {
  useEscape(closeToRow, isOpen)
  useEffect(
    () =>
      provideCommands({
        'next-lead': () => step(1),
        'previous-lead': () => step(-1),
        'next-waiting': openNextNeeding,
      }),
    [],
  )
}
