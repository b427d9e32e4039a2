import { Button } from '../../../ui/button.tsx'
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
    return <Button quiet text={label} {...asking} onClick={ask} />
  }
  return (
    <div className="developer-question">
      <p id={textId}>{question}</p>
      <div className="developer-row">
        <Button quiet text="Cancel" {...first} onClick={close} />
        <Button
          quiet
          className="developer-danger"
          text={confirm}
          disabled={isBusy}
          onClick={() => {
            close()
            onConfirm()
          }}
        />
      </div>
    </div>
  )
}
