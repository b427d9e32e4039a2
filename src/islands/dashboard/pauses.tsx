import './pauses.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { PAUSABLE, type Pausable } from '../../contract/pauses.ts'
import { PAUSE_MEANS, pausedText } from '../../domain/settings/pauses.ts'
import { $now } from '../../stores/base/time.ts'
import { $pauses } from '../../stores/settings/pauses.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { PauseDialogProps } from './pause-dialog.tsx'
import { usePausing } from './use-pausing.ts'

const loadDialog: LoadPart<PauseDialogProps> = import.meta.env.SSR
  ? NO_PART
  : () => import('./pause-dialog.tsx')
const PauseDialog = lazyPart(loadDialog, { name: 'The pause' })

const LABELS: Record<Pausable, string> = { agent: 'Answers visitors', booking: 'Takes bookings' }

/** One switch for the agent, and one for its bookings. Renders nothing if the API has no pauses. */
export function PauseSwitches() {
  const pauses = useStore($pauses, { ssr: () => undefined })
  const { end, busy } = usePausing()
  const [asking, ask] = useState<Pausable | null>(null)
  if (pauses === undefined) return <NoPauseSwitches />
  if (pauses === null) return null
  const isOn = { agent: !pauses.agent, booking: !pauses.agent && !pauses.booking }
  return (
    <div className="pause-switches">
      {PAUSABLE.map((what) => (
        // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label can name
        <label className="pause-switch" key={what}>
          <Switch
            checked={isOn[what]}
            disabled={busy || (what === 'booking' && pauses.agent !== null)}
            onChange={(checked) => (checked ? void end(what) : ask(what))}
          />
          {LABELS[what]}
        </label>
      ))}
      {asking && <PauseDialog what={asking} onClose={() => ask(null)} />}
    </div>
  )
}

/** Keeps the place of the switches while the pauses are unknown. */
export const NoPauseSwitches = () => <div className="pause-switches" aria-hidden="true" />

/** Says what is paused, with a button that ends it. Renders nothing if nothing is. */
export function PauseNotice() {
  const pauses = useStore($pauses, { ssr: () => undefined })
  const now = useStore($now)
  const { end, busy } = usePausing()
  const what = PAUSABLE.find((each) => pauses?.[each])
  const pause = what && pauses?.[what]
  if (!pause) return null
  return (
    <section className="card pause-notice" aria-label="Pause">
      <p>
        <strong>{pausedText(what, pause, now, deviceTimeZone())}.</strong> {PAUSE_MEANS[what]}
      </p>
      <Button text="Resume" disabled={busy} onClick={() => void end(what)} />
    </section>
  )
}
