import './skeleton.css'
import { Fragment } from 'react'

const FACTS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The skeleton of a lead's details: labels and values. */
export function LeadPageSkeleton() {
  return (
    <div className="lead-page-skeleton" role="status" aria-label="Loading lead">
      {FACTS.map((fact) => (
        <Fragment key={fact}>
          <span className="skeleton" />
          <span className="skeleton" />
        </Fragment>
      ))}
    </div>
  )
}
