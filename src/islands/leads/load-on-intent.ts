import { isFrugal } from '../../platform/page/frugal.ts'
import type { LoadPart } from '../../ui/lazy-part.tsx'

/** The modules that open from a row. They load together with their styles. */
export const loadLeadPanel: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/panel.tsx')
}

export const loadLeadModal: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/modal.tsx')
}

/** Preloads the modules when the user is about to open a lead. */
export const prepareLead = () => {
  if (isFrugal()) return
  for (const load of [loadLeadPanel, loadLeadModal]) load().catch(() => undefined)
}
