import { type FormEvent, useState } from 'react'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEventType } from '../../../contract/webhooks.ts'
import { EVENT_TEXTS } from '../../../domain/organization/webhooks.ts'
import { addWebhook, changeWebhook, newWebhookId } from '../../../stores/organization/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { focus } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { useTask } from '../../common/use-task.ts'

interface Props {
  /** The endpoint to edit, or null to add one. */
  webhook: Webhook | null
  onCancel: () => void
  /** Called with the id of the saved endpoint, unless the user has left the form. */
  onDone: (id: string) => void
}

export function WebhookForm({ webhook, onCancel, onDone }: Props) {
  const [id] = useState(() => webhook?.id ?? newWebhookId())
  const [before] = useState(() => ({
    url: webhook?.url ?? '',
    events: WEBHOOK_EVENTS.filter((event) => webhook?.events.includes(event) ?? event !== 'lead.updated'),
  }))
  const [url, setUrl] = useState(before.url)
  const [events, setEvents] = useState<WebhookEventType[]>(before.events)
  const { isBusy, problem, run } = useTask()
  const save = async (submitted: FormEvent) => {
    submitted.preventDefault()
    // A field that wasn't edited keeps what someone else has saved in the meantime.
    const store = async () =>
      webhook
        ? changeWebhook(id, {
            ...(url !== before.url && { url }),
            ...(events.join() !== before.events.join() && { events }),
          })
        : addWebhook(id, { url, events })
    const unseen = `The endpoint ${url} was not saved`
    if (await run(store, { unseen })) onDone(id)
  }
  const toggle = (event: WebhookEventType) =>
    setEvents(WEBHOOK_EVENTS.filter((each) => events.includes(each) !== (each === event)))
  return (
    <form className="developer-form" noValidate onSubmit={(submitted) => void save(submitted)}>
      <label>
        Address
        <input
          className="field-box"
          type="url"
          ref={focus}
          placeholder="https://hooks.example.com/fieldhand"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <fieldset>
        <legend>Send a message when</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <label key={event} className="developer-choice">
            <input type="checkbox" checked={events.includes(event)} onChange={() => toggle(event)} />
            <span>
              {EVENT_TEXTS[event]} <code>{event}</code>
            </span>
          </label>
        ))}
      </fieldset>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button quiet text="Cancel" onClick={onCancel} />
        <Button type="submit" text={webhook ? 'Save endpoint' : 'Add endpoint'} disabled={isBusy} />
      </div>
    </form>
  )
}
