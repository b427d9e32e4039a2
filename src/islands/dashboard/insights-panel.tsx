import { useStore } from '@nanostores/react'
import { type ReactNode, useRef } from 'react'
import { INSIGHT_PERIODS, type Insights } from '../../contract/insights.ts'
import { grouped } from '../../domain/common/grouped.ts'
import {
  type InsightSpan,
  inDaysBefore,
  isPeriod,
  spanAgainst,
  spanDays,
  spanLength,
} from '../../domain/dashboard/insight-days.ts'
import {
  campaignLink,
  comparison,
  leadsLink,
  minutesText,
  type Step,
  sourceLabel,
  stepLinks,
  totalOf,
  waitingLink,
} from '../../domain/dashboard/insights.ts'
import { campaignLabel } from '../../domain/leads/origin.ts'
import { problemOf } from '../../stores/base/failures.ts'
import { $account, type Account } from '../../stores/base/session/account.ts'
import { $today } from '../../stores/base/time.ts'
import {
  $insightNote,
  $insightSpan,
  $insights,
  chooseInsightDays,
  chooseInsightPeriod,
} from '../../stores/dashboard/insights.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { InsightsChart, InsightsTable } from './insights-chart.tsx'

/** Leads and bookings by day, response times, and lead sources. Renders nothing if the API doesn't support insights. */
export function InsightsPanel() {
  const insights = useStore($insights)
  const account = useStore($account)
  const span = useStore($insightSpan)
  const note = useStore($insightNote)
  const last = useRef<{ account: Account | null; data: Insights; span: InsightSpan }>(null)
  if (insights.data) last.current = { account, data: insights.data, span }
  // Keep showing the current span until the new one has loaded.
  const shown = last.current?.account === account ? last.current : null
  if (insights.data === null) return null
  const problem = problemOf('insights', insights)
  return (
    <section className="insights" aria-labelledby="insights" aria-busy={insights.isFetching}>
      <header className="dashboard-head">
        <h2 id="insights">Insights</h2>
        <Spans chosen={span} />
      </header>
      <p className="insights-note muted" role="status">
        {note}
      </p>
      {shown && !problem ? (
        <Parts insights={shown.data} span={shown.span} />
      ) : problem ? (
        <div className="card">
          <FailurePanel {...problem} />
        </div>
      ) : (
        <div className="card insights-place" aria-hidden="true">
          <span className="skeleton" />
        </div>
      )}
    </section>
  )
}

function Spans({ chosen }: { chosen: InsightSpan }) {
  const today = useStore($today)
  return (
    <div className="insights-spans">
      <fieldset className="insights-periods">
        <legend className="hidden-text">Period</legend>
        {INSIGHT_PERIODS.map((days) => (
          <label key={days}>
            <input
              type="radio"
              name="insight-period"
              checked={days === chosen}
              onChange={() => chooseInsightPeriod(days)}
            />
            <span>{`${days} days`}</span>
          </label>
        ))}
      </fieldset>
      <DateRange
        label="Days"
        today={today}
        isWhole
        {...spanDays(chosen, today)}
        {...(isPeriod(chosen) && { text: 'Choose days' })}
        onChange={chooseInsightDays}
      />
    </div>
  )
}

function Parts({ insights, span }: { insights: Insights; span: InsightSpan }) {
  const { days, sources, utm, pages } = insights
  return (
    <div className="insights-parts">
      <Trend insights={insights} span={span} />
      <Response insights={insights} span={span} />
      <Funnel insights={insights} />
      <Origins
        title="Sources"
        rows={sources.map(({ source, ...counts }) => ({
          label: sourceLabel(source),
          href: leadsLink(days, { source }),
          ...counts,
        }))}
      />
      {utm.length > 0 && (
        <Origins
          title="Campaigns"
          rows={utm.map((each) => ({
            label: campaignLabel(each),
            href: campaignLink(days, each),
            ...each,
          }))}
        />
      )}
      {pages.length > 0 && (
        <Origins
          title="Pages"
          rows={pages.map(({ page, ...counts }) => ({
            label: page,
            href: leadsLink(days, { page }),
            ...counts,
          }))}
        />
      )}
    </div>
  )
}

function Part({
  title,
  aside,
  wide,
  children,
}: {
  title: string
  aside?: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <section className="card insight" aria-label={title} data-wide={wide}>
      <header>
        <h3>{title}</h3>
        {aside && <span className="muted">{aside}</span>}
      </header>
      {children}
    </section>
  )
}

function Trend({ insights, span }: { insights: Insights; span: InsightSpan }) {
  const today = useStore($today)
  const [leads, bookings] = [totalOf(insights, 'leads'), totalOf(insights, 'bookings')]
  const isEmpty = [leads, bookings].every(({ now, before }) => now + before === 0)
  const told = `Leads by day: ${leads.now}, ${comparison(leads)} than ${inDaysBefore(span)}. Bookings: ${bookings.now}, ${comparison(bookings)}.`
  return (
    <Part title="Leads and bookings" aside={spanAgainst(span, today)} wide>
      <ul className="insight-legend">
        <li data-series="leads">
          <strong>{grouped(leads.now)}</strong> {leads.now === 1 ? 'lead' : 'leads'}
          <span className="muted">{comparison(leads)}</span>
        </li>
        <li data-series="bookings">
          <strong>{grouped(bookings.now)}</strong> {bookings.now === 1 ? 'booking' : 'bookings'}
          <span className="muted">{comparison(bookings)}</span>
        </li>
        <li data-series="previous" className="muted">
          leads before
        </li>
      </ul>
      {isEmpty ? (
        <NoTrend span={span} />
      ) : (
        <>
          <InsightsChart insights={insights} today={today} label={told} />
          <details className="disclosure">
            <summary>Show as table</summary>
            <InsightsTable insights={insights} today={today} />
          </details>
        </>
      )}
    </Part>
  )
}

/** Describes what the chart will show, and links to a longer period that may have data. */
function NoTrend({ span }: { span: InsightSpan }) {
  const longest = INSIGHT_PERIODS[2]
  const length = spanLength(span)
  return (
    <div className="insight-empty">
      <p>{length === 1 ? 'No leads on this day.' : `No leads in these ${length} days.`}</p>
      <p className="muted">
        Each day with a lead or a booking appears here, compared with the period before. Select a day to open
        its leads.
      </p>
      {length >= longest ? (
        <a href="/playground">Try your agent as a visitor</a>
      ) : (
        <Button quiet text={`Show ${longest} days`} onClick={() => chooseInsightPeriod(longest)} />
      )}
    </div>
  )
}

function Response({ insights: { response, days }, span }: { insights: Insights; span: InsightSpan }) {
  const { median_minutes: median, previous_median_minutes: previous, answered, waiting } = response
  return (
    <Part title="Response time">
      <p className="insight-value">{median === null ? '–' : minutesText(median)}</p>
      <p className="muted">
        {median === null
          ? 'No lead has been answered yet. Your first call or change counts.'
          : previous === null
            ? 'Median from a new lead to your first call or change.'
            : `Median. It was ${minutesText(previous)} ${inDaysBefore(span)}.`}
      </p>
      <p>
        {`${grouped(answered)} answered · `}
        <a href={waitingLink(days)}>{`${grouped(waiting)} waiting`}</a>
      </p>
    </Part>
  )
}

function Funnel({ insights }: { insights: Insights }) {
  return (
    <Part title="From visitor to customer">
      <Bars rows={stepLinks(insights)} />
    </Part>
  )
}

function Origins({
  title,
  rows,
}: {
  title: string
  rows: { label: string; href: string; leads: number; converted: number }[]
}) {
  return (
    <Part title={title} aside="leads · converted">
      {rows.length === 0 ? (
        <p className="muted">No leads in these days.</p>
      ) : (
        <Bars
          rows={rows.map(({ leads, converted, ...row }) => ({ ...row, count: leads, more: converted }))}
        />
      )}
    </Part>
  )
}

function Bars({ rows }: { rows: readonly (Step & { more?: number })[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <ul className="insight-bars">
      {rows.map(({ label, count, more, href }) => (
        <li key={label}>
          {href ? (
            <a href={href} title={label}>
              {label}
            </a>
          ) : (
            <span>{label}</span>
          )}
          <span className="insight-count">
            {grouped(count)}
            {more !== undefined && <span className="muted">{` · ${grouped(more)}`}</span>}
          </span>
          <span className="insight-track" aria-hidden="true">
            <span className="insight-fill" style={{ width: `${(count / most) * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
