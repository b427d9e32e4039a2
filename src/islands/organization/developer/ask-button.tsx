import { useState } from 'react'

interface Props {
  label: string
  question: string
  /** Says what the confirming button does. */
  confirm: string
  isBusy: boolean
  onConfirm: () => void
}

/** A button that asks before it acts. */
export function AskButton({ label, question, confirm, isBusy, onConfirm }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking) {
    return (
      <button type="button" className="button quiet" onClick={() => setAsking(true)}>
        {label}
      </button>
    )
  }
  return (
    <div className="developer-question">
      <p role="status">{question}</p>
      <div className="developer-row">
        <button type="button" className="button quiet" onClick={() => setAsking(false)}>
          Cancel
        </button>
        <button
          type="button"
          className="button quiet developer-danger"
          disabled={isBusy}
          onClick={() => {
            setAsking(false)
            onConfirm()
          }}
        >
          {confirm}
        </button>
      </div>
    </div>
  )
}
