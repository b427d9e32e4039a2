import { lazy } from 'react'

/** Dialogs that are loaded when first asked for. Each `load…` may be called ahead, on intent. */
export const loadLeadModal = () => import('./lead-modal.tsx')
export const LeadModal = lazy(loadLeadModal)

export const loadLossDialog = () => import('./loss-dialog.tsx')
export const LossDialog = lazy(loadLossDialog)

export const LeadFormDialog = lazy(() => import('./lead-form-dialog.tsx'))
