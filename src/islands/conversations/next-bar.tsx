import './next-bar.css'
import { useStore } from '@nanostores/react'
import { MOST_COUNTED } from '../../contract/conversations.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import { $otherNeeding, openNextNeeding } from '../../stores/conversations/next.ts'

/** Leads from a conversation that needs nobody anymore to the next one that does. Renders nothing if there is none. */
export function NextBar() {
  const others = useStore($otherNeeding)
  const [next] = others
  if (!next) return null
  const count = others.length >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : others.length
  return (
    <button type="button" className="next-bar" aria-keyshortcuts="w" onClick={openNextNeeding}>
      <span>
        Next waiting <span className="list-count">{count}</span>
      </span>
      <span className="next-bar-who muted" dir="auto">
        {whoOf(next)}
      </span>
    </button>
  )
}
