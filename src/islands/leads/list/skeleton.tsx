import './skeleton.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

/** Skeleton rows with the same markup as in the built page. */
export function LeadSkeleton() {
  return (
    <div className="lead-skeleton" role="status" aria-label="Loading leads">
      {ROWS.map((row) => (
        <div key={row}>
          <span className="skeleton" data-shape="face" />
          <span className="skeleton" data-shape="name" />
          <span className="skeleton" data-shape="service" />
          <span className="skeleton" data-shape="tag" />
          <span className="skeleton" data-shape="age" />
        </div>
      ))}
    </div>
  )
}
