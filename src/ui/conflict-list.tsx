import './conflict-list.css'
import { Button } from './button.tsx'
import { useFocusReturn } from './use-focus-return.ts'

/** A field that someone else also changed, with both values as text. */
export interface ShownConflict {
  field: string
  label: string
  mine: string
  theirs: string
}

interface Props {
  conflicts: readonly ShownConflict[]
  onKeep: (field: string) => void
  onTake: (field: string) => void
}

/**
 * Shows another person's changes field by field, next to the user's own input. Renders nothing without conflicts.
 * Nothing is sent until the user chooses.
 */
export function ConflictList({ conflicts, onKeep, onTake }: Props) {
  const focus = useFocusReturn()
  if (conflicts.length === 0) return null
  return (
    <section {...focus} className="card conflicts" id="conflicts" aria-labelledby="conflicts-title">
      <h2 id="conflicts-title">Someone else changed these fields</h2>
      <p className="muted">Nothing is overwritten until you choose.</p>
      {conflicts.map(({ field, label, mine, theirs }) => (
        <div className="conflict" data-conflict={field} key={field}>
          <h3>{label}</h3>
          <Side
            who="Yours"
            value={mine}
            action="Keep mine"
            label={`Keep mine: ${label}`}
            onChoose={() => onKeep(field)}
          />
          <Side
            who="Saved by someone else"
            value={theirs}
            action="Take theirs"
            label={`Take theirs: ${label}`}
            onChoose={() => onTake(field)}
          />
        </div>
      ))}
    </section>
  )
}

interface SideProps {
  who: string
  value: string
  action: string
  label: string
  onChoose: () => void
}

function Side({ who, value, action, label, onChoose }: SideProps) {
  return (
    <div>
      <p className="muted">{who}</p>
      <p className="conflict-value">{value || '(empty)'}</p>
      <Button quiet text={action} aria-label={label} onClick={onChoose} />
    </div>
  )
}
