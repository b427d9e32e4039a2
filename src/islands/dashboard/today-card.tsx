import './today.css'
import type { ReactNode } from 'react'

/** Number of visible rows. Further rows are behind a button, so that the layout doesn't shift when they arrive. */
export const TODAY_ROWS = 4

interface Props {
  /** The date, once known. */
  date?: ReactNode
  aside?: ReactNode
  isLoading?: boolean
  children: ReactNode
}

export function TodayCard({ date, aside, isLoading = false, children }: Props) {
  return (
    <section className="card today" aria-labelledby="today" aria-busy={isLoading}>
      <header>
        <h2 id="today">Today</h2>
        <span className="today-date muted" data-dated>
          {date}
        </span>
        {aside}
      </header>
      {children}
    </section>
  )
}

/** The loading state of Today, in its final size. */
export function TodaySkeleton() {
  return (
    <TodayCard isLoading>
      <ul className="today-list" aria-hidden="true">
        {Array.from({ length: TODAY_ROWS }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          <li className="today-row" key={index}>
            <span className="skeleton today-mark" />
            <span className="today-text">
              <span className="skeleton" />
              <span className="skeleton" />
            </span>
          </li>
        ))}
      </ul>
    </TodayCard>
  )
}

/** Today without leads. */
export function EmptyToday() {
  return (
    <TodayCard>
      <div className="today-rest">
        <p>
          Nothing to do yet. Calls, tasks, and visits show up here, such as “Call Jane Smith, new since 9:00
          AM”.
        </p>
        <a href="/playground">Try your agent as a visitor</a>
      </div>
    </TodayCard>
  )
}
