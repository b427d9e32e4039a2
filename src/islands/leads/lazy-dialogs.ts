import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadLeadModal, loadStatusMenu } from './load-on-intent.ts'

const load = {
  lossDialog: () => import('./loss-dialog.tsx'),
  leadForm: () => import('./lead-form-dialog.tsx'),
  callQueue: () => import('./call-queue-dialog.tsx'),
  sampleLead: () => import('./sample-lead-dialog.tsx'),
  keys: () => import('./keys-dialog.tsx'),
  alerts: () => import('./alerts-dialog.tsx'),
}

/** Dialogs, none of which is part of the page. */
export const LeadModal = lazyPart(loadLeadModal, { name: 'The lead' })
export const LossDialog = lazyPart(load.lossDialog, { name: 'The question why it was lost' })
export const LeadFormDialog = lazyPart(load.leadForm, { name: 'The form' })
export const CallQueueDialog = lazyPart(load.callQueue, { name: 'The call queue' })
export const SampleLeadDialog = lazyPart(load.sampleLead, { name: 'The sample lead' })
export const KeysDialog = lazyPart(load.keys, { name: 'The list of keys' })
export const AlertsDialog = lazyPart(load.alerts, { name: 'The choice of alerts' })

/** Loads all of them once the page stands: when one is asked for, the network may be gone. */
export function loadAhead(): void {
  for (const one of [
    loadLeadModal,
    loadStatusMenu,
    ...Object.values(load),
    () => import('../../domain/phone.ts'),
  ]) {
    one().catch(() => undefined)
  }
}
