import { useStore } from '@nanostores/react'
import { Suspense, useEffect, useState } from 'react'
import { $dialogLead } from '../../stores/lead-dialog.ts'
import { $leadForm } from '../../stores/lead-form.ts'
import { $lossQuestion } from '../../stores/lead-loss.ts'
import { $leadPanel } from '../../stores/lead-panels.ts'
import {
  CallQueueDialog,
  KeysDialog,
  LeadFormDialog,
  LeadModal,
  LossDialog,
  loadAhead,
  SampleLeadDialog,
} from './lazy-dialogs.ts'

/** The dialogs around leads: each is loaded when first asked for, and stays from then on, to be closed with grace. */
export default function LeadDialogs() {
  const showsLead = useOnce(useStore($dialogLead, { ssr: 'initial' }) !== null)
  const asksLoss = useOnce(useStore($lossQuestion, { ssr: 'initial' }) !== null)
  const editsLead = useOnce(useStore($leadForm, { ssr: 'initial' }) !== null)
  const panel = useStore($leadPanel, { ssr: 'initial' })
  const asksQueue = useOnce(panel === 'call-queue')
  const asksSample = useOnce(panel === 'sample')
  const asksKeys = useOnce(panel === 'keys')
  useEffect(loadAhead, [])
  return (
    <>
      <Suspense>{showsLead && <LeadModal />}</Suspense>
      <Suspense>{asksLoss && <LossDialog />}</Suspense>
      <Suspense>{editsLead && <LeadFormDialog />}</Suspense>
      <Suspense>{asksQueue && <CallQueueDialog />}</Suspense>
      <Suspense>{asksSample && <SampleLeadDialog />}</Suspense>
      <Suspense>{asksKeys && <KeysDialog />}</Suspense>
    </>
  )
}

/** Whether something has been true at least once. */
function useOnce(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue || isTrue
}
