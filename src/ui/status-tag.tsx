import './status-tag.css'
import { statusLabel } from '../domain/lead-status.ts'

/** A lead's status as a coloured word; unknown ones are grey. */
export function StatusTag({ status }: { status: string }) {
  return (
    <span className="status-tag" data-status={status}>
      {statusLabel(status)}
    </span>
  )
}
