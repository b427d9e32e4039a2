import { isFrugal } from '../../platform/page/frugal.ts'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'

/**
 * Loads the open conversation, and what follows the rendering of the list, with their styles. The build renders
 * nothing, because it links the styles of everything that it can render.
 */
const loadThread: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./open-thread.tsx')

const loadBars: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./inbox-bars.tsx')

export const InboxBars = lazyPart(loadBars, { name: 'A part of the page' })

export const OpenThread = lazyPart(loadThread, { name: 'The conversation' })

/** Preloads the open conversation's code when the user is about to open one. */
export const prepareThread = () => {
  if (!isFrugal()) loadThread().catch(() => undefined)
}
