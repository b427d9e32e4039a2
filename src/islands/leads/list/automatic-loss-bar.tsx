import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { counted } from '../../../domain/common/counted.ts'
import { type AutomaticLoss, automaticLossText } from '../../../domain/leads/automatic-loss.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import {
  $automaticLosses,
  dismissAutomaticLoss,
  undoAutomaticLoss,
} from '../../../stores/leads/automatic-loss.ts'
import { Button } from '../../../ui/button.tsx'
import { useToast } from '../../../ui/toast.tsx'

const NO_LOSSES: AutomaticLoss[] = []

/** Shows the leads that the system marked as lost, and restores them together. */
export function AutomaticLossBar() {
  const [loss] = useStore($automaticLosses, { ssr: () => NO_LOSSES })
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const undo = async () => {
    if (!loss) return
    setBusy(true)
    try {
      const count = await undoAutomaticLoss(loss)
      toast.success(`${counted(count, 'lead')} restored`)
    } catch (error) {
      toast.error(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div role="status">
      {loss && (
        <div className="bulk-bar">
          <strong>{automaticLossText(loss)}</strong>
          <Button quiet text="Undo" disabled={isBusy} onClick={() => void undo()} />
          <Button quiet text="Dismiss" onClick={() => dismissAutomaticLoss(loss)} />
        </div>
      )}
    </div>
  )
}
