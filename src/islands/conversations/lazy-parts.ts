import { isFrugal } from '../../platform/page/frugal.ts'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'

/**
 * Loads the open conversation with its styles. The build renders nothing, because it links the styles of everything
 * that it can render.
 */
const loadThread: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./open-thread.tsx')

export const OpenThread = lazyPart(loadThread, { name: 'The conversation' })

/** Preloads the open conversation's code when the user is about to open one. */
export const prepareThread = () => {
  if (!isFrugal()) loadThread().catch(() => undefined)
}
