import './status-tag.css'
import { statusLabel, statusTone } from '../domain/leads/status.ts'

/** A lead's status as a colored tag; unknown statuses are gray. The note explains the status. */
export function StatusTag({ status, note = null }: { status: string; note?: string | null }) {
  return (
    <span className="status-tag" data-tone={statusTone(status)} title={note ?? undefined}>
      {statusLabel(status)}
    </span>
  )
}
