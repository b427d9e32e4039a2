import { useEffect } from 'react'
import { $openConversation, openConversation } from '../../stores/conversations/open.ts'
import { provideCommands } from '../../stores/palette/commands.ts'

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

/** Provides the inbox's keyboard shortcuts. The browser handles Enter. */
export function useInboxKeys(): void {
  useEffect(() => provideCommands({ 'next-lead': () => step(1), 'previous-lead': () => step(-1) }), [])
}
