import { useStore } from '@nanostores/react'
import { type FunctionComponent, useEffect, useState } from 'react'
import { $calledLead, finishCall } from '../../../stores/leads/call.ts'
import { $callQuestion, keepCall } from '../../../stores/leads/change-call.ts'
import { $dialogLead, closeLeadDialog } from '../../../stores/leads/dialog.ts'
import { $leadForm, closeLeadForm } from '../../../stores/leads/form.ts'
import { $leadId } from '../../../stores/leads/page.ts'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { $lossQuestion } from '../../../stores/leads/status.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { ChangeCallDialog } from '../calls/lazy-dialog.ts'
import { loadLeadModal } from '../lead/load-on-intent.ts'
import { useLeadKeys } from './use-lead-keys.ts'

const load = {
  lossDialog: () => import('./loss-dialog.tsx'),
  leadForm: () => import('./lead-form-dialog.tsx'),
  callQueue: () => import('./call-queue-dialog.tsx'),
  sampleLead: () => import('./sample-lead-dialog.tsx'),
  call: () => import('./call-dialog.tsx'),
  alerts: () => import('../alerts/alerts-dialog.tsx'),
  importLeads: () => import('../import/import-dialog.tsx'),
}

const LeadModal = lazyPart(loadLeadModal, { name: 'The lead' })
const LossDialog = lazyPart(load.lossDialog, { name: 'The loss reason' })
const LeadFormDialog = lazyPart(load.leadForm, { name: 'The form' })
const CallQueueDialog = lazyPart(load.callQueue, { name: 'The call queue' })
const SampleLeadDialog = lazyPart(load.sampleLead, { name: 'The sample lead' })
const CallDialog = lazyPart(load.call, { name: 'The call outcome' })
const AlertsDialog = lazyPart(load.alerts, { name: 'The alert settings' })
const ImportDialog = lazyPart(load.importLeads, { name: 'The import' })

const closePanel = () => showLeadPanel(null)

/** Closes the dialogs that would reopen on the next page with leads. The URL preserves the lead dialog. */
function closeDialogs(): void {
  $lossQuestion.get()?.answer(null)
  keepCall()
  closeLeadForm()
  closePanel()
}

/** The lead dialogs. Each loads when first opened and then stays mounted, so that its closing animation runs. */
export default function LeadDialogs() {
  const lead = useStore($dialogLead, { ssr: () => null })
  const loss = useStore($lossQuestion, { ssr: 'initial' })
  const call = useStore($callQuestion, { ssr: 'initial' })
  const form = useStore($leadForm, { ssr: 'initial' })
  const panel = useStore($leadPanel, { ssr: 'initial' })
  const called = useStore($calledLead, { ssr: () => null })
  const current = useStore($leadId, { ssr: () => null })
  useLeadKeys()
  useEffect(() => closeDialogs, [])
  return (
    <>
      <Dialog of={LeadModal} isOpen={lead !== null} onClose={closeLeadDialog} />
      <Dialog of={LossDialog} isOpen={loss !== null} onClose={() => loss?.answer(null)} />
      <Dialog of={ChangeCallDialog} isOpen={call !== null} onClose={keepCall} />
      <Dialog of={LeadFormDialog} isOpen={form !== null} onClose={closeLeadForm} />
      <Dialog
        of={CallDialog}
        isOpen={called !== null && called !== current && panel !== 'call-queue'}
        onClose={finishCall}
      />
      <Dialog of={CallQueueDialog} isOpen={panel === 'call-queue'} onClose={closePanel} />
      <Dialog of={SampleLeadDialog} isOpen={panel === 'sample'} onClose={closePanel} />
      <Dialog of={AlertsDialog} isOpen={panel === 'alerts'} onClose={closePanel} />
      <Dialog of={ImportDialog} isOpen={panel === 'import'} onClose={closePanel} />
    </>
  )
}

interface DialogProps {
  of: FunctionComponent<{ isOpen?: boolean; onClose?: () => void }>
  isOpen: boolean
  onClose: () => void
}

function Dialog({ of: Part, isOpen, onClose }: DialogProps) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (wasOpen || isOpen) && <Part isOpen={isOpen} onClose={onClose} />
}
