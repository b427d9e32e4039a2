import { isNumber } from '../../domain/notifications/people.ts'
import { sendAgainTo } from '../../stores/notifications/setup.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { Button } from '../../ui/button.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { numberText } from './phone-text.ts'

/** Email addresses that unsubscribed, and phone numbers that sent STOP. */
export function Unsubscribed({ addresses }: { addresses: readonly string[] }) {
  const toast = useToast()
  if (addresses.length === 0) return null
  const again = (email: string) =>
    void sendAgainTo(email).then(
      () => toast.success(`${email} gets notifications again`),
      (error) => toast.error({ content: withReason(`${email} is still unsubscribed`, reasonOf(error)) }),
    )
  return (
    <div className="notify-part">
      <h4>Unsubscribed</h4>
      <p className="muted">Nothing is sent to them.</p>
      <ul className="devices">
        {addresses.map((address) => (
          <li key={address}>
            <span className="device-name" dir="auto">
              {isNumber(address) ? numberText(address) : address}
            </span>
            {isNumber(address) ? (
              <span className="muted">They must text START.</span>
            ) : (
              <Button
                plain
                text="Send again"
                aria-label={`Send to ${address} again`}
                onClick={() => again(address)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
