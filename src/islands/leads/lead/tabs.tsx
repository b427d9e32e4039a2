import './tabs.css'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LeadDetails } from './details.tsx'
import { LeadInsights } from './insights.tsx'
import { ConversationPanel, loadConversationPanel } from './lazy-conversation.ts'

const TABS = [
  { label: 'Lead Details', Panel: LeadDetails },
  { label: 'Conversation', Panel: ConversationPanel },
  { label: 'Agent Insights', Panel: LeadInsights },
] as const

const STEPS: Record<string, (at: number) => number> = {
  ArrowLeft: (at) => (at + TABS.length - 1) % TABS.length,
  ArrowRight: (at) => (at + 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
}

/**
 * The three tabs of a lead, in its dialog and on its page. antd's tabs aren't used, because their code is larger than
 * all three tabs together.
 */
export function LeadTabs({ lead }: { lead: Lead }) {
  const id = useId()
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  useEffect(loadConversationPanel, [])
  const turn = (event: KeyboardEvent) => {
    const next = STEPS[event.key]?.(active)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    list.current?.querySelectorAll('button')[next]?.focus()
  }
  const { Panel } = TABS[active] ?? TABS[0]
  return (
    <div className="lead-tabs">
      <div role="tablist" aria-label="Lead" tabIndex={-1} ref={list} onKeyDown={turn}>
        {TABS.map(({ label }, at) => (
          <button
            key={label}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === active}
            aria-controls={`${id}-panel`}
            tabIndex={at === active ? 0 : -1}
            onClick={() => setActive(at)}
          >
            {label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${active}`}>
        <Panel lead={lead} />
      </div>
    </div>
  )
}
