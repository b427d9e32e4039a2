import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadLeadModal, loadStatusMenu } from './load-on-intent.ts'

const load = {
  lossDialog: () => import('./dialogs/loss-dialog.tsx'),
  leadForm: () => import('./dialogs/lead-form-dialog.tsx'),
  callQueue: () => import('./dialogs/call-queue-dialog.tsx'),
  sampleLead: () => import('./dialogs/sample-lead-dialog.tsx'),
  keys: () => import('./dialogs/keys-dialog.tsx'),
  alerts: () => import('./alerts/alerts-dialog.tsx'),
}

/** The dialogs, none of which is part of the initial page. */
export const LeadModal = lazyPart(loadLeadModal, { name: 'The lead' })
export const LossDialog = lazyPart(load.lossDialog, { name: 'The question why it was lost' })
export const LeadFormDialog = lazyPart(load.leadForm, { name: 'The form' })
export const CallQueueDialog = lazyPart(load.callQueue, { name: 'The call queue' })
export const SampleLeadDialog = lazyPart(load.sampleLead, { name: 'The sample lead' })
export const KeysDialog = lazyPart(load.keys, { name: 'The list of keys' })
export const AlertsDialog = lazyPart(load.alerts, { name: 'The choice of alerts' })

/** Loads all dialogs after the page, because the network may be gone when one is opened. */
export function loadAhead(): void {
  for (const one of [
    loadLeadModal,
    loadStatusMenu,
    ...Object.values(load),
    () => import('../../domain/common/phone.ts'),
  ]) {
    one().catch(() => undefined)
  }
}
