import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Pausable } from '../../contract/pauses.ts'
import { PAUSE_MEANS, pauseChoices } from '../../domain/settings/pauses.ts'
import { $now } from '../../stores/base/time.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import DueTime from '../leads/lead/due-time.tsx'
import { usePausing } from './use-pausing.ts'

export interface PauseDialogProps {
  what: Pausable
  onClose: () => void
}

const TITLES: Record<Pausable, string> = { agent: 'Pause the agent', booking: 'Pause booking' }

/** Asks until when to pause. Each suggestion pauses with one tap. */
export default function PauseDialog({ what, onClose }: PauseDialogProps) {
  const now = useStore($now)
  const timeZone = deviceTimeZone()
  const { begin, busy } = usePausing()
  const [at, setAt] = useState<string | null>(null)
  const [isOther, setOther] = useState(false)
  const isPast = at !== null && Date.parse(at) <= now.getTime()
  const choose = async (until: string | null) => {
    if (await begin(what, until)) onClose()
  }
  return (
    <Dialog title={TITLES[what]} width={400} onCancel={onClose}>
      <p>{PAUSE_MEANS[what]} Your own tests in the playground aren’t affected.</p>
      <div className="pause-choices">
        {pauseChoices(now, timeZone).map(({ label, until }, index) => (
          <button
            key={label}
            type="button"
            className="button quiet"
            disabled={busy}
            data-autofocus={index === 0 || undefined}
            onClick={() => void choose(until)}
          >
            {label}
          </button>
        ))}
        {!isOther && <Button quiet text="Until another time…" onClick={() => setOther(true)} />}
      </div>
      {isOther && (
        <div className="pause-other">
          <DueTime dueAt={null} timeZone={timeZone} onChange={setAt} />
          {isPast && <p className="error-text">Choose a time in the future.</p>}
          <Button text="Pause" disabled={busy || at === null || isPast} onClick={() => void choose(at)} />
        </div>
      )}
    </Dialog>
  )
}
