import { grouped } from '../../../domain/common/grouped.ts'
import './neighbors.css'
import { useStore } from '@nanostores/react'
import { NO_NEIGHBORS } from '../../../domain/leads/neighbors.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'
import { Glyph } from '../../../ui/glyph.tsx'

interface Props {
  onTurn: (id: string) => void
}

/** Links to the previous and the next lead within the current filter. */
export function LeadNeighbors({ onTurn }: Props) {
  const { previous, next, position, total } = useStore($neighbors, { ssr: () => NO_NEIGHBORS })
  return (
    <nav className="lead-neighbors" aria-label="Leads in this list">
      <TurnButton to={previous} label="Previous" sign="back" onTurn={onTurn} />
      {position > 0 && <span className="muted">{`${position} of ${grouped(total)}`}</span>}
      <TurnButton to={next} label="Next" sign="next" onTurn={onTurn} />
    </nav>
  )
}

interface TurnProps extends Props {
  to: string | null
  label: string
  sign: 'back' | 'next'
}

function TurnButton({ to, onTurn, label, sign }: TurnProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={label}
      aria-disabled={to === null}
      onClick={() => to !== null && onTurn(to)}
    >
      <Glyph name={sign} />
    </button>
  )
}
