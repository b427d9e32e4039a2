import { useStore } from '@nanostores/react'
import type { Webhook } from '../../../contract/webhooks.ts'
import { answerText, webhookState } from '../../../domain/organization/webhooks.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { $now } from '../../../stores/base/time.ts'
import {
  $shownSecret,
  changeWebhook,
  dropWebhook,
  replaceSecret,
  tryWebhook,
} from '../../../stores/organization/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { focus } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { useToast, withReason } from '../../../ui/toast.tsx'
import { useTask } from '../../common/use-task.ts'
import { AskButton } from './ask-button.tsx'
import { CopyField } from './copy-field.tsx'
import { Deliveries } from './deliveries.tsx'

interface Props {
  webhook: Webhook
  onEdit: () => void
  onBack: () => void
}

/** One endpoint: its state, secret, actions, and deliveries. */
export function WebhookDetails({ webhook, onEdit, onBack }: Props) {
  const { id, url, events, secret_hint, old_secret_until, status } = webhook
  const secret = useStore($shownSecret)
  const toast = useToast()
  const { isBusy, problem, run } = useTask()
  const unseen = `The endpoint ${webhook.url} was not changed`
  const isActive = status === 'active'
  const test = async () => {
    const delivery = await tryWebhook(id)
    const answer = answerText(delivery)
    if (delivery.status === 'delivered') toast.success(`The test event was delivered. ${answer}`)
    else toast.error({ content: withReason('The test event was not delivered', answer) })
  }
  return (
    <div className="developer-details">
      <Button plain className="developer-back" text="All endpoints" ref={focus} onClick={onBack} />
      <p className="developer-url">{url}</p>
      <State webhook={webhook} />
      <p className="muted">{events.join(', ')}</p>
      {secret ? (
        <>
          <CopyField label="Secret" value={secret} />
          <p>Copy it now. It cannot be shown again.</p>
        </>
      ) : secret_hint === '' ? (
        <p className="error-text" role="alert">
          The server can no longer read the secret, so nothing is sent. Replace it.
        </p>
      ) : (
        <p>
          Secret: <code>{`whsec_…${secret_hint ?? ''}`}</code>
        </p>
      )}
      <p className="muted">
        Your program checks the signature of each message with it, as{' '}
        <a href="https://www.standardwebhooks.com" target="_blank" rel="noreferrer">
          Standard Webhooks
        </a>{' '}
        describes.
        {old_secret_until && ` The previous secret also signs until ${exactTime(old_secret_until)}.`}
      </p>
      <ErrorText text={problem} />
      <div className="developer-row">
        <Button
          quiet
          text={isBusy ? 'One moment…' : 'Send a test event'}
          disabled={isBusy}
          onClick={() => void run(test)}
        />
        <Button
          quiet
          text={isActive ? 'Pause' : status === 'paused' ? 'Resume' : 'Turn on again'}
          disabled={isBusy}
          onClick={() => void run(() => changeWebhook(id, { is_paused: isActive }), { unseen })}
        />
        <Button quiet text="Edit" onClick={onEdit} />
        <AskButton
          label="Replace secret…"
          question="Replace the secret? For 24 hours, messages are signed with both."
          confirm="Replace secret"
          isBusy={isBusy}
          onConfirm={() => void run(() => replaceSecret(id), { unseen })}
        />
        <AskButton
          label="Remove…"
          question="Remove this endpoint with its deliveries? You cannot undo this."
          confirm="Remove endpoint"
          isBusy={isBusy}
          onConfirm={() => void run(() => dropWebhook(id), { unseen })}
        />
      </div>
      <Deliveries webhookId={id} />
    </div>
  )
}

function State({ webhook }: { webhook: Webhook }) {
  const now = useStore($now)
  const { text, tone } = webhookState(webhook)
  const { status, disabled_reason, failing_since, delivered_at } = webhook
  return (
    <>
      <p className="developer-status" data-tone={tone}>
        {text}
        {failing_since && status === 'active' && (
          <>
            {'. First failure: '}
            {exactTime(failing_since)}
          </>
        )}
        {tone === 'done' && delivered_at && (
          <>
            {'. Last delivery: '}
            <RelativeTime instant={delivered_at} now={now} />
          </>
        )}
      </p>
      {status === 'disabled' && (
        <p className="notice" role="status">
          {disabled_reason} Nothing is sent until you turn it on again. What failed can be resent below.
        </p>
      )}
      {status === 'paused' && (
        <p className="muted">Events are kept for three days and sent when you resume.</p>
      )}
    </>
  )
}
