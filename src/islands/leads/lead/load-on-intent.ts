import { isFrugal } from '../../../platform/page/frugal.ts'
import { isPhone } from '../../../platform/page/phone.ts'
import { type LoadPart, NO_PART } from '../../../ui/lazy-part.tsx'

/** The modules that open from a row. They load together with their styles. */
export const loadLeadPanel: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./panel.tsx')

export const loadLeadModal: LoadPart<object> = import.meta.env.SSR ? NO_PART : () => import('./modal.tsx')

/** Preloads the modules when the user is about to open a lead. A phone opens another page. */
export const prepareLead = () => {
  if (isFrugal() || isPhone()) return
  for (const load of [loadLeadPanel, loadLeadModal]) load().catch(() => undefined)
}
