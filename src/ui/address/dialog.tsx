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
      okText="Use this address"
      cancelText="Edit"
      footer={undefined}
      onOk={() => question?.answer(true)}
      onCancel={() => question?.answer(false)}
      afterClose={onClosed}
      destroyOnHidden
    >
      <p>{ADDRESS_TEXTS.unverified}</p>
      <p className="address-asked">{question?.address.full_address}</p>
    </Dialog>
  )
}
