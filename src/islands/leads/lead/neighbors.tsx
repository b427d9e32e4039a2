import './neighbors.css'
import { useStore } from '@nanostores/react'
import { NO_NEIGHBORS } from '../../../domain/leads/neighbors.ts'
import { $neighbors } from '../../../stores/leads/neighbors.ts'
import { Glyph } from '../glyph.tsx'

interface Props {
  onTurn: (id: string) => void
  /** Shows arrows instead of words. */
  isCompact?: boolean
}

/** Links to the previous and the next lead within the current filter. */
export function LeadNeighbors({ onTurn, isCompact = false }: Props) {
  const { previous, next, position, total } = useStore($neighbors, { ssr: () => NO_NEIGHBORS })
  const shared = { onTurn, isCompact }
  return (
    <nav className="lead-neighbors" aria-label="Leads in this list" data-compact={isCompact || undefined}>
      <TurnButton to={previous} label="Previous" sign="back" {...shared} />
      {position > 0 && <span className="muted">{`${position} of ${total.toLocaleString('en-US')}`}</span>}
      <TurnButton to={next} label="Next" sign="next" {...shared} />
    </nav>
  )
}

interface TurnProps extends Required<Props> {
  to: string | null
  label: string
  sign: 'back' | 'next'
}

function TurnButton({ to, onTurn, label, sign, isCompact }: TurnProps) {
  return (
    <button
      type="button"
      className={isCompact ? 'icon-button' : 'button quiet'}
      aria-label={isCompact ? label : undefined}
      aria-disabled={to === null}
      onClick={() => to !== null && onTurn(to)}
    >
      {isCompact ? <Glyph name={sign} /> : label}
    </button>
  )
}
