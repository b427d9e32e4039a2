import '../../../ui/form.css'
import './alerts-dialog.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $leadAlerts, chooseNotification, chooseSound } from '../../../stores/leads/alerts.ts'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const REFUSALS: Record<string, string> = {
  denied:
    'Your browser blocks notifications from Fieldhand. Allow them in your browser settings for this site.',
  default: 'You have not allowed notifications in your browser.',
  unsupported: 'This browser cannot show notifications from Fieldhand.',
}

/** The alert settings for this device, in addition to the toast from section 7. */
export default function AlertsDialog() {
  const isOpen = useStore($leadPanel) === 'alerts'
  return (
    <Dialog
      open={isOpen}
      title="Sound and pop-up for new leads"
      width={440}
      onCancel={() => showLeadPanel(null)}
    >
      <Choices />
    </Dialog>
  )
}

function Choices() {
  const { sound, notification } = useStore($leadAlerts)
  const [trouble, setTrouble] = useState('')
  const switchSound = async (isOn: boolean) => {
    setTrouble((await chooseSound(isOn)) ? '' : 'Your browser did not play the sound.')
  }
  const switchNotification = async (isOn: boolean) => {
    const permit = await chooseNotification(isOn)
    setTrouble((isOn && REFUSALS[permit]) || '')
  }
  return (
    <div className="dialog-form">
      <p className="muted">When a lead arrives while the console is open on this device:</p>
      <label className="alert-choice">
        <input type="checkbox" checked={sound} onChange={(event) => void switchSound(event.target.checked)} />
        <span>
          Play a sound
          <small className="muted">Two short tones. They play when you turn this on.</small>
        </span>
      </label>
      <label className="alert-choice">
        <input
          type="checkbox"
          checked={notification}
          onChange={(event) => void switchNotification(event.target.checked)}
        />
        <span>
          Show a system notification
          <small className="muted">Only while the console is in the background.</small>
        </span>
      </label>
      <p role="status">{trouble}</p>
    </div>
  )
}
