import { useStore } from '@nanostores/react'
import { type FunctionComponent, useEffect, useState } from 'react'
import { $dialogLead, closeLeadDialog } from '../../../stores/leads/dialog.ts'
import { $leadForm, closeLeadForm } from '../../../stores/leads/form.ts'
import { $lossQuestion } from '../../../stores/leads/loss.ts'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import {
  AlertsDialog,
  CallQueueDialog,
  KeysDialog,
  LeadFormDialog,
  LeadModal,
  LossDialog,
  loadAhead,
  SampleLeadDialog,
} from '../lazy-dialogs.ts'

const closePanel = () => showLeadPanel(null)

/** The lead dialogs. Each loads when first opened and stays mounted, so that it can close with its animation. */
export default function LeadDialogs() {
  const lead = useStore($dialogLead, { ssr: 'initial' })
  const loss = useStore($lossQuestion, { ssr: 'initial' })
  const form = useStore($leadForm, { ssr: 'initial' })
  const panel = useStore($leadPanel, { ssr: 'initial' })
  useEffect(loadAhead, [])
  return (
    <>
      <Dialog of={LeadModal} isOpen={lead !== null} onClose={closeLeadDialog} />
      <Dialog of={LossDialog} isOpen={loss !== null} onClose={() => loss?.answer(null)} />
      <Dialog of={LeadFormDialog} isOpen={form !== null} onClose={closeLeadForm} />
      <Dialog of={CallQueueDialog} isOpen={panel === 'call-queue'} onClose={closePanel} />
      <Dialog of={SampleLeadDialog} isOpen={panel === 'sample'} onClose={closePanel} />
      <Dialog of={KeysDialog} isOpen={panel === 'keys'} onClose={closePanel} />
      <Dialog of={AlertsDialog} isOpen={panel === 'alerts'} onClose={closePanel} />
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
