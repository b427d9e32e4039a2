import './dialogs.css'
import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Webhook } from '../../../contract/webhooks.ts'
import { webhookState } from '../../../domain/organization/webhooks.ts'
import { problemOf } from '../../../stores/base/failures.ts'
import { $offReasons } from '../../../stores/organization/organization.ts'
import { $shownWebhook, $webhooks, showWebhook } from '../../../stores/organization/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { WebhookDetails } from './webhook-details.tsx'
import { WebhookForm } from './webhook-form.tsx'

/** The webhook endpoints: the list, the form to add one, and a single endpoint with its deliveries. */
export function WebhooksDialog({ onClose }: { onClose: () => void }) {
  const webhooks = useStore($webhooks)
  const shown = useStore($shownWebhook)
  const [isEditing, setEditing] = useState(false)
  useEffect(() => () => showWebhook(null), [])
  const back = () => (isEditing ? setEditing(false) : showWebhook(null))
  const done = (id: string) => {
    setEditing(false)
    showWebhook(id)
  }
  const title = isEditing ? (shown ? 'Edit endpoint' : 'New endpoint') : shown ? 'Endpoint' : 'Webhooks'
  return (
    <Dialog
      title={title}
      width={720}
      className="phone-dialog developer-dialog"
      closesOutside={!isEditing}
      onCancel={isEditing || shown ? back : onClose}
    >
      {isEditing ? (
        <WebhookForm webhook={shown} onCancel={back} onDone={done} />
      ) : shown ? (
        <WebhookDetails key={shown.id} webhook={shown} onEdit={() => setEditing(true)} onBack={back} />
      ) : webhooks.data ? (
        <List webhooks={webhooks.data} onAdd={() => setEditing(true)} />
      ) : (
        <NotLoaded problem={problemOf('webhooks', webhooks)} text="Loading webhooks…" />
      )}
    </Dialog>
  )
}

function List({ webhooks, onAdd }: { webhooks: readonly Webhook[]; onAdd: () => void }) {
  const off = useStore($offReasons)
  const reason = off.webhooks
  const add = reason ? (
    <p className="notice" role="status">
      {reason}
    </p>
  ) : (
    <Button text="Add endpoint" onClick={onAdd} />
  )
  if (webhooks.length === 0) {
    return (
      <EmptyState
        title="No endpoints yet"
        text="An endpoint is an address of your own program, or of Zapier, Make, or n8n. It gets a signed message when a lead comes in, an appointment is booked, or a visitor needs a person."
      >
        {add}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="developer-list">
        {webhooks.map((webhook) => {
          const { text, tone } = webhookState(webhook)
          return (
            <li key={webhook.id}>
              <button type="button" className="developer-item" onClick={() => showWebhook(webhook.id)}>
                <strong>{webhook.url}</strong>
                <span className="developer-status" data-tone={tone}>
                  {text}
                </span>
                <span className="muted">{webhook.events.join(', ')}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <div className="dialog-actions">{add}</div>
    </>
  )
}
