import type { LeadStats } from '../../contract/leads.ts'
import { percent } from '../../domain/common/percent.ts'
import { type Bar, sourceBars, statusBars } from '../../domain/dashboard/breakdown.ts'

/** Leads by status, and by source if any source is known, as bars and as a table. */
export function Breakdown({ stats }: { stats: LeadStats }) {
  const sources = sourceBars(stats.by_source)
  return (
    <div className="breakdown">
      <Chart title="Leads by status" column="Status" bars={statusBars(stats.by_status)} />
      {sources.length > 0 && <Chart title="Leads by source" column="Source" bars={sources} />}
    </div>
  )
}

function Chart({ title, column, bars }: { title: string; column: string; bars: Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  const inWords = bars.map(({ label, count }) => `${label} ${count.toLocaleString('en-US')}`).join(', ')
  return (
    <figure className="card chart">
      <figcaption>
        <h2>{title}</h2>
      </figcaption>
      <div className="chart-bars" role="img" aria-label={`${title}: ${inWords}`}>
        {bars.map(({ key, label, count, share }) => (
          <div className="chart-row" key={key} data-bar={key}>
            <span className="chart-label">{label}</span>
            <span className="chart-track">
              <span className="chart-bar" style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <span className="chart-count">
              {count.toLocaleString('en-US')} <span className="muted">{percent(share)}</span>
            </span>
          </div>
        ))}
      </div>
      <details>
        <summary>Show as a table</summary>
        <table>
          <caption className="hidden-text">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col">Leads</th>
              <th scope="col">Share</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, label, count, share }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                <td>{count.toLocaleString('en-US')}</td>
                <td>{percent(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
