import { isFrugal } from '../../platform/page/frugal.ts'
import { type LoadPart, lazyPart } from '../../ui/lazy-part.tsx'

/** The open conversation. Its styles load with it: the build links what it can render. */
const loadThread: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./open-thread.tsx')
}

export const OpenThread = lazyPart(loadThread, { name: 'The conversation' })

/** Preloads it when the user is about to open one. */
export const prepareThread = () => {
  if (!isFrugal()) loadThread().catch(() => undefined)
}
