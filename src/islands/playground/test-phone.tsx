import './text-phone.css'
import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { WHY } from '../../domain/conversations/traced-turns.ts'
import { $previewTurns } from '../../stores/playground/playground.ts'
import { Button } from '../../ui/button.tsx'
import { TestTag } from '../../ui/test-tag.tsx'
import { prepareWhy, WhyDialog } from '../conversations/why-button.tsx'

interface TestPhoneProps {
  title: string
  note: string
  /** Whether the customer has said something, so that the agent's answers can be explained. */
  hasBegun: boolean
  /** Buttons before the one that leads back to the website chat. */
  actions?: ReactNode
  onBack: () => void
  children: ReactNode
}

/** The frame of a phone that tries the agent. Its title gets the focus. */
export function TestPhone({ title, note, hasBegun, actions, onBack, children }: TestPhoneProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const turns = useStore($previewTurns)
  const [isExplaining, setExplaining] = useState(false)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="text-phone" aria-labelledby={id}>
      <div className="text-phone-head">
        <div>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
            <TestTag of={{ is_test: true }} />
          </h2>
          <p className="muted">{note}</p>
        </div>
        <div className="text-phone-actions">
          {hasBegun && turns.length > 0 && (
            <Button
              quiet
              text="Why?"
              aria-label={WHY}
              aria-haspopup="dialog"
              onPointerEnter={prepareWhy}
              onFocus={prepareWhy}
              onClick={() => setExplaining(true)}
            />
          )}
          {actions}
          <Button quiet text="Website chat" onClick={onBack} />
        </div>
      </div>
      {children}
      {isExplaining && <WhyDialog turns={turns} onClose={() => setExplaining(false)} />}
    </section>
  )
}
