import './why.css'
import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { type TracedTurn, WHY } from '../../domain/conversations/traced-turns.ts'
import { reasonsOf } from '../../domain/conversations/why.ts'
import { failureOf } from '../../stores/base/failures.ts'
import { traceOf } from '../../stores/conversations/trace.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FailurePanel } from '../../ui/failure-panel.tsx'
import { WhyReasons } from './why-reasons.tsx'

export interface WhyProps {
  /** The agent's turns, latest first. A single one is open; of several, the first is. */
  turns: readonly TracedTurn[]
  onClose: () => void
}

/** Says why the agent wrote something, in the owner's terms, with links to the settings that change it. */
export default function WhyDialog({ turns, onClose }: WhyProps) {
  const [only, ...others] = turns
  return (
    <Dialog className="why" title={WHY} width={560} onCancel={onClose}>
      {only && others.length === 0 ? (
        <>
          <Said turn={only} />
          <Reasons turn={only} />
        </>
      ) : (
        turns.map((turn, index) => (
          <details className="disclosure why-turn" key={turn.messageId} name="why-turns" open={index === 0}>
            <summary>
              <Said turn={turn} />
            </summary>
            <Reasons turn={turn} />
          </details>
        ))
      )}
    </Dialog>
  )
}

function Said({ turn: { asked, answer } }: { turn: TracedTurn }) {
  return (
    <span className="why-said">
      <span dir="auto">
        <span className="muted">Visitor: </span>
        {asked || 'Photos'}
      </span>
      <span dir="auto">
        <span className="muted">Agent: </span>
        {answer}
      </span>
    </span>
  )
}

function Reasons({ turn }: { turn: TracedTurn }) {
  const { data, status, error, isFetching, refetch } = useStore(useMemo(() => traceOf(turn), [turn]))
  if (data) return <WhyReasons reasons={reasonsOf(data, turn.asked)} />
  if (data === null) return <p role="status">The reasons for this message are no longer stored.</p>
  if (status === 'failed')
    return <FailurePanel {...failureOf('trace', error)} isRetrying={isFetching} onRetry={refetch} />
  return (
    <p className="muted" role="status">
      Loading the reasons…
    </p>
  )
}
