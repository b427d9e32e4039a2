import { ADDRESS_TEXTS } from '../../domain/common/address.ts'
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
      onCancel={() => question?.answer(false)}
      afterClose={onClosed}
    >
      <p>{ADDRESS_TEXTS.unverified}</p>
      <p className="address-asked">{question?.address.full_address}</p>
      <div className="dialog-actions">
        <button type="button" className="button quiet" onClick={() => question?.answer(false)}>
          Edit
        </button>
        <button type="button" className="button" onClick={() => question?.answer(true)}>
          Use this address
        </button>
      </div>
    </Dialog>
  )
}
