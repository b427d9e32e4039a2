import { isFrugal } from '../../platform/page/frugal.ts'
import type { LoadPart } from '../../ui/lazy-part.tsx'

/** The modules that open from a row. Their styles load with them. */
export const loadLeadPanel: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/panel.tsx')
}

export const loadLeadModal: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead/modal.tsx')
}

/** Preloads them when the user is about to open a lead. */
export const prepareLead = () => {
  if (isFrugal()) return
  for (const load of [loadLeadPanel, loadLeadModal]) load().catch(() => undefined)
}
