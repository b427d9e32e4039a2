import type { LoadPart } from '../../ui/lazy-part.tsx'

/** The module that opens from a row. Its styles load with it. */
export const loadLeadModal: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/modal.tsx')
}

/** Preloads it when the user is about to open a lead. */
export const prepareLeadModal = () => void loadLeadModal().catch(() => undefined)
