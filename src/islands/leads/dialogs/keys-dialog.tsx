import './dialogs.css'
import { useStore } from '@nanostores/react'
import Modal from 'antd/es/modal'
import { $leadPanel, showLeadPanel } from '../../../stores/leads/panels.ts'
import { STILL } from '../../../ui/still.ts'

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
    <Modal
      {...STILL}
      open={isOpen}
      title="Keyboard shortcuts"
      footer={null}
      width={400}
      centered
      onCancel={() => showLeadPanel(null)}
    >
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
    </Modal>
  )
}
