import { useQuestion } from '../../../ui/use-question.ts'

interface Props {
  label: string
  question: string
  /** The label of the confirmation button. */
  confirm: string
  isBusy: boolean
  onConfirm: () => void
}

/** A button that asks for confirmation before it acts. */
export function AskButton({ label, question, confirm, isBusy, onConfirm }: Props) {
  const { isAsking, ask, close, asking, first, textId } = useQuestion()
  if (!isAsking) {
    return (
      <button type="button" className="button quiet" {...asking} onClick={ask}>
        {label}
      </button>
    )
  }
  return (
    <div className="developer-question">
      <p id={textId}>{question}</p>
      <div className="developer-row">
        <button type="button" className="button quiet" {...first} onClick={close}>
          Cancel
        </button>
        <button
          type="button"
          className="button quiet developer-danger"
          disabled={isBusy}
          onClick={() => {
            close()
            onConfirm()
          }}
        >
          {confirm}
        </button>
      </div>
    </div>
  )
}
