import { useStore } from '@nanostores/react'
import { Suspense, useState } from 'react'
import { $dialogLead } from '../../stores/lead-dialog.ts'
import { $leadForm } from '../../stores/lead-form.ts'
import { $lossQuestion } from '../../stores/lead-loss.ts'
import { LeadFormDialog, LeadModal, LossDialog } from './lazy-dialogs.ts'

/** The dialogs around leads: each is loaded when first asked for, and stays from then on, to be closed with grace. */
export default function LeadDialogs() {
  const showsLead = useOnce(useStore($dialogLead, { ssr: 'initial' }) !== null)
  const asksLoss = useOnce(useStore($lossQuestion, { ssr: 'initial' }) !== null)
  const editsLead = useOnce(useStore($leadForm, { ssr: 'initial' }) !== null)
  return (
    <>
      <Suspense>{showsLead && <LeadModal />}</Suspense>
      <Suspense>{asksLoss && <LossDialog />}</Suspense>
      <Suspense>{editsLead && <LeadFormDialog />}</Suspense>
    </>
  )
}

/** Whether something has been true at least once. */
function useOnce(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue)
  if (isTrue && !wasTrue) setWasTrue(true)
  return wasTrue || isTrue
}
