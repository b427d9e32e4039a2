import './inbox-skeleton.css'

const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** The loading state of the list, with rows of the final size. */
export function InboxSkeleton() {
  return (
    <div className="inbox-skeleton" role="status" aria-label="Loading conversations">
      {ROWS.map((row) => (
        <div key={row}>
          <span className="skeleton" data-shape="face" />
          <div>
            <span className="skeleton" data-shape="who" />
            <span className="skeleton" data-shape="text" />
            <span className="skeleton" data-shape="state" />
          </div>
        </div>
      ))}
    </div>
  )
}
