import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { WebhookDelivery } from '../../../contract/webhooks.ts'
import { answerText, deliveryState, indented } from '../../../domain/organization/webhooks.ts'
import { isAllDays } from '../../../domain/time/day-range.ts'
import { problemOf } from '../../../stores/base/failures.ts'
import { $now } from '../../../stores/base/time.ts'
import {
  $deliveries,
  deliveryDays,
  loadOlderDeliveries,
  sendAgain,
} from '../../../stores/organization/webhooks.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { LogDaysFilter, NoneOnDays } from '../../common/log-days.tsx'
import { useTask } from '../../common/use-task.ts'

/** The deliveries to an endpoint in the last 30 days, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const deliveries = useStore($deliveries)
  const days = useStore(deliveryDays.$days)
  const place = useRef<HTMLDivElement>(null)
  const { data, rows, hasMore, isFetching, refetch } = deliveries
  const { isBusy, problem, run } = useTask()
  return (
    <section className="developer-deliveries" aria-labelledby="deliveries">
      <div className="developer-head">
        <h3 id="deliveries">Last deliveries</h3>
        <Button plain text="Refresh" disabled={isFetching} onClick={() => void refetch()} />
      </div>
      <LogDaysFilter days={deliveryDays} place={place} />
      {data &&
        rows.length === 0 &&
        (isAllDays(days) ? (
          <p className="muted">Nothing was sent in the last 30 days.</p>
        ) : (
          <NoneOnDays days={deliveryDays} place={place} what="Nothing was sent" />
        ))}
      {!data && <NotLoaded problem={problemOf('deliveries', deliveries)} text="Loading deliveries…" />}
      <ul className="developer-list">
        {rows.map((delivery) => (
          <Delivery key={delivery.id} webhookId={webhookId} delivery={delivery} />
        ))}
      </ul>
      <ErrorText text={problem} />
      {hasMore && (
        <Button quiet text="Show older" disabled={isBusy} onClick={() => void run(loadOlderDeliveries)} />
      )}
    </section>
  )
}

function Delivery({ webhookId, delivery: listed }: { webhookId: string; delivery: WebhookDelivery }) {
  const now = useStore($now)
  const [resent, setResent] = useState<Partial<WebhookDelivery>>({})
  const { isBusy, problem, run } = useTask()
  // The list may include later attempts.
  const delivery = (resent.attempts ?? 0) > listed.attempts ? { ...listed, ...resent } : listed
  const { text, tone } = deliveryState(delivery)
  const answer = answerText(delivery)
  return (
    <li>
      <details className="developer-delivery disclosure">
        <summary>
          <code>{delivery.type}</code>
          <span className="developer-status" data-tone={tone}>
            {text}
          </span>
          <span className="muted">
            <RelativeTime instant={delivery.created_at} now={now} />
          </span>
        </summary>
        <dl className="dialog-facts">
          <dt>Id</dt>
          <dd>{delivery.id}</dd>
          <dt>Attempts</dt>
          <dd>{delivery.attempts}</dd>
          {answer && (
            <>
              <dt>Last answer</dt>
              <dd>{answer}</dd>
            </>
          )}
        </dl>
        <h4>Sent</h4>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard */}
        <pre tabIndex={0}>{indented(delivery.body)}</pre>
        {delivery.response_body && (
          <>
            <h4>Answer</h4>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long text must be scrollable by keyboard */}
            <pre tabIndex={0}>{delivery.response_body}</pre>
          </>
        )}
        <ErrorText text={problem} />
        <Button
          quiet
          compact
          text={isBusy ? 'Sending…' : 'Resend'}
          disabled={isBusy}
          onClick={() => void run(async () => setResent(await sendAgain(webhookId, delivery.id)))}
        />
      </details>
    </li>
  )
}
