import { ADDRESS_TEXTS } from '../../domain/common/address.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import type { Question } from './use-check.ts'

/** Asks whether to use an address that could not be verified. Closing the dialog means Edit. */
export function AddressDialog({ question, onClosed }: { question: Question | null; onClosed: () => void }) {
  return (
    <Dialog
      className="address-dialog"
      open={question !== null}
      title="Check your address"
      width={440}
      onCancel={() => question?.answer(null)}
      afterClose={onClosed}
    >
      <p>{ADDRESS_TEXTS.unverified}</p>
      <p className="address-asked">{question?.address.full_address}</p>
      {question?.alike && (
        <p>
          Did you mean{' '}
          <Button link text={question.alike.full_address} onClick={() => question.answer(question.alike)} />?
        </p>
      )}
      <div className="dialog-actions">
        <Button quiet text="Edit" onClick={() => question?.answer(null)} />
        <Button text="Use this address" onClick={() => question?.answer(question.address)} />
      </div>
    </Dialog>
  )
}
