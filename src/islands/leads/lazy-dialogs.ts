import { lazy } from 'react'

const load = {
  leadModal: () => import('./lead-modal.tsx'),
  lossDialog: () => import('./loss-dialog.tsx'),
  leadForm: () => import('./lead-form-dialog.tsx'),
  callQueue: () => import('./call-queue-dialog.tsx'),
  sampleLead: () => import('./sample-lead-dialog.tsx'),
  keys: () => import('./keys-dialog.tsx'),
}

/** Dialogs, none of which is part of the page. */
export const LeadModal = lazy(load.leadModal)
export const LossDialog = lazy(load.lossDialog)
export const LeadFormDialog = lazy(load.leadForm)
export const CallQueueDialog = lazy(load.callQueue)
export const SampleLeadDialog = lazy(load.sampleLead)
export const KeysDialog = lazy(load.keys)

/** May be called ahead, on intent. */
export const loadLeadModal = load.leadModal

/** Loads all of them once the page stands: when one is asked for, the network may be gone. */
export function loadAhead(): void {
  for (const one of [...Object.values(load), () => import('../../domain/phone.ts')]) {
    one().catch(() => undefined)
  }
}
