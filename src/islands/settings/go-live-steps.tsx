import './go-live-steps.css'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { goLiveSummary, goLiveText, goLiveTitle, missingText } from '../../domain/billing/go-live.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { $hasInbox } from '../../stores/conversations/presence.ts'
import { $goLive } from '../../stores/organization/organization.ts'
import { $missingFields } from '../../stores/settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import { focusField } from './focus.ts'

/** Returns a one-line summary of what is missing before the widget is live. Returns undefined while this is unknown. */
export function useGoLiveSummary(): string | undefined {
  const goLive = useStore($goLive)
  const missing = useStore($missingFields)
  return goLive ? goLiveSummary(goLive, missing.length) : undefined
}

/** The completed and missing steps before visitors can chat, with links. An API without an inbox has no check. */
export function GoLiveSteps() {
  const hasInbox = useStore($hasInbox, { ssr: 'initial' })
  const goLive = useStore($goLive)
  const missing = useStore($missingFields)
  if (!goLive) return null
  return (
    <section className="go-live" aria-labelledby="go-live-title">
      <h3 id="go-live-title">{goLiveTitle(goLive, missing.length)}</h3>
      <ul>
        <Step isDone={missing.length === 0} title="Required fields">
          {missing.length === 0 ? 'All of them are filled in.' : `${missingText(missing.length)}:`}
          {missing.map((field) => (
            <a
              key={field}
              href={`/agent#${field}`}
              onClick={(event) => {
                event.preventDefault()
                focusField(field)
              }}
            >
              {SETTINGS_FIELDS[field].label}
            </a>
          ))}
        </Step>
        <Step isDone={goLive.isLive} title="Trial or plan">
          {goLiveText(goLive)}
          {goLive.billingState !== 'paid' && goLive.billingState !== 'free' && (
            <a href="/billing">{goLive.isLive ? 'See plans' : 'Choose a plan'}</a>
          )}
        </Step>
        {hasInbox !== false && (
          <Step isDone={null} title="Check of the agent">
            See how it answers typical visitors with your settings.
            <a href="/playground#check">Check the agent</a>
          </Step>
        )}
        <Step isDone={null} title="Code on your website">
          Add the code below, then check your website.
        </Step>
      </ul>
    </section>
  )
}

interface StepProps {
  /** Null if unknown. */
  isDone: boolean | null
  title: string
  children: ReactNode
}

function Step({ isDone, title, children }: StepProps) {
  const state = isDone === null ? 'open' : isDone ? 'done' : 'missing'
  return (
    <li data-state={state}>
      {state === 'open' ? (
        <span className="go-live-mark" />
      ) : (
        <Icon name={state === 'done' ? 'done' : 'caution'} />
      )}
      <p>
        <strong>{title}</strong>
        {isDone !== null && <span className="hidden-text">{isDone ? ', done' : ', missing'}</span>}
        <span className="go-live-text">{children}</span>
      </p>
    </li>
  )
}
