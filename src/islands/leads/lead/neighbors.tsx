import './neighbors.css'
import { useStore } from '@nanostores/react'
import { NO_NEIGHBORS } from '../../../domain/leads/neighbors.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'

/** Previous and next lead within the current filter. */
export function LeadNeighbors({ onTurn }: { onTurn: (id: string) => void }) {
  const { previous, next, position, total } = useStore($neighbors, { ssr: () => NO_NEIGHBORS })
  return (
    <nav className="lead-neighbors" aria-label="Leads in this list">
      <TurnButton to={previous} onTurn={onTurn} label="Previous" />
      {position > 0 && <span className="muted">{`${position} of ${total.toLocaleString('en-US')}`}</span>}
      <TurnButton to={next} onTurn={onTurn} label="Next" />
    </nav>
  )
}

function TurnButton({
  to,
  onTurn,
  label,
}: {
  to: string | null
  onTurn: (id: string) => void
  label: string
}) {
  return (
    <button
      type="button"
      className="button quiet"
      disabled={to === null}
      onClick={() => to !== null && onTurn(to)}
    >
      {label}
    </button>
  )
}
