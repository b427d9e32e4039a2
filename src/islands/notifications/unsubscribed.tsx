import { isNumber } from '../../domain/notifications/people.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { sendLinkTo } from '../../stores/notifications/setup.ts'
import { Button } from '../../ui/button.tsx'
import { useToast, withReason } from '../../ui/toast.tsx'
import { numberText } from './phone-text.ts'

/** Email addresses that unsubscribed, and phone numbers that opted out. Only their users can undo it. */
export function Unsubscribed({ addresses }: { addresses: readonly string[] }) {
  const toast = useToast()
  if (addresses.length === 0) return null
  const send = (email: string) =>
    void sendLinkTo(email).then(
      () => toast.success(`${email} gets a link to turn the emails on again`),
      (error) => toast.error({ content: withReason(`No link was sent to ${email}`, reasonOf(error)) }),
    )
  return (
    <div className="notify-part">
      <h4>Unsubscribed</h4>
      <p className="muted">Nothing is sent to them. Only they can change that.</p>
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
                text="Email a link"
                aria-label={`Email ${address} a link to get notifications again`}
                onClick={() => send(address)}
              />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
