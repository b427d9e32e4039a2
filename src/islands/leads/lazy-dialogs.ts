import { lazy } from 'react'

/** Dialogs that are loaded when first asked for. Each `load…` may be called ahead, on intent. */
export const loadLeadModal = () => import('./lead-modal.tsx')
export const LeadModal = lazy(loadLeadModal)

export const loadLossDialog = () => import('./loss-dialog.tsx')
export const LossDialog = lazy(loadLossDialog)

export const LeadFormDialog = lazy(() => import('./lead-form-dialog.tsx'))

export const CallQueueDialog = lazy(() => import('./call-queue-dialog.tsx'))
export const SampleLeadDialog = lazy(() => import('./sample-lead-dialog.tsx'))
export const KeysDialog = lazy(() => import('./keys-dialog.tsx'))
