import './dialogs.css'
import { useStore } from '@nanostores/react'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { Dialog } from '../../../ui/dialog.tsx'

const KEYS = [
  ['/', 'Search'],
  ['j', 'Next lead'],
  ['k', 'Previous lead'],
  ['Enter', 'Open the lead'],
  ['Esc', 'Close the dialog or panel'],
  ['?', 'Show keyboard shortcuts'],
] as const

/** The keyboard shortcuts of the list and of an open lead. */
export default function KeysDialog() {
  const isOpen = useStore($leadPanel) === 'keys'
  return (
    <Dialog open={isOpen} title="Keyboard shortcuts" width={400} onCancel={() => showLeadPanel(null)}>
      <dl className="keys">
        {KEYS.map(([key, what]) => (
          <div className="keys-line" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
