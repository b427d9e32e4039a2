import type { ReactNode } from 'react'
import type { Problem } from '../../stores/base/failures.ts'
import { FailurePanel } from '../../ui/failure-panel.tsx'

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e']

/** Texts of the dashboard's two lists: title, empty text, description, sample row, and suggested action. */
export const RECENT = {
  title: 'Recent Activity',
  empty: 'No recent activity',
  hint: 'Leads show up here as soon as a visitor leaves contact details.',
  sample: { name: 'Jane Smith', about: 'Lawn Care & Maintenance', mark: 'New', when: '5 minutes ago' },
  step: { href: '/agent#section-installation', label: 'Add the agent to your website' },
}
export const UPCOMING = {
  title: 'Upcoming Jobs',
  empty: 'No upcoming jobs',
  hint: 'Estimates that your agent books show up here.',
  sample: {
    name: 'Jane Smith',
    about: 'Visit, 45 min · Directions',
    mark: 'Tue, 4:00 PM',
    when: 'in 2 days',
  },
  step: { href: '/agent#section-hours', label: 'Set the hours for estimates' },
}

/** A list's content: rows, an empty state, or an error. */
export type PanelRows =
  | { status: 'loading' }
  | { status: 'failed'; problem: Problem }
  | { status: 'ready'; rows: readonly { key: string; row: ReactNode }[] }

interface PanelProps {
  about: typeof RECENT
  list: PanelRows
  /** Shown next to the heading. */
  aside?: ReactNode
}

export function Panel({ about: { title, empty, hint, sample, step }, list, aside }: PanelProps) {
  return (
    <section className="card activity-panel" aria-label={title} aria-busy={list.status === 'loading'}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {list.status === 'loading' && (
        <ul>
          {SKELETON_ROWS.map((key) => (
            <li key={key} aria-hidden="true">
              <span className="skeleton" />
              <span className="skeleton" />
            </li>
          ))}
        </ul>
      )}
      {list.status === 'failed' && <FailurePanel {...list.problem} />}
      {list.status === 'ready' && list.rows.length === 0 && (
        <div className="activity-panel-empty">
          <p>{empty}</p>
          <p className="muted">{hint}</p>
          <figure>
            <figcaption className="muted">For example</figcaption>
            <div className="activity-panel-line">
              <strong>{sample.name}</strong>
              <span>{sample.mark}</span>
            </div>
            <div className="activity-panel-line muted">
              <span>{sample.about}</span>
              <span>{sample.when}</span>
            </div>
          </figure>
          <a href={step.href}>{step.label}</a>
        </div>
      )}
      {list.status === 'ready' && list.rows.length > 0 && (
        <ul>
          {list.rows.map(({ key, row }) => (
            <li key={key}>{row}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const LOADING: PanelRows = { status: 'loading' }
const NO_ROWS: PanelRows = { status: 'ready', rows: [] }

export function PanelsSkeleton() {
  return (
    <div className="activity-panels">
      <Panel about={RECENT} list={LOADING} />
      <Panel about={UPCOMING} list={LOADING} />
    </div>
  )
}

/** The lists for organizations without leads. They request nothing. */
export function EmptyPanels() {
  return (
    <div className="activity-panels" data-empty>
      <Panel about={RECENT} list={NO_ROWS} />
      <Panel about={UPCOMING} list={NO_ROWS} />
    </div>
  )
}
