import './agent-check.css'
import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { CheckChat, CheckedChat } from '../../contract/agent-check.ts'
import { $checkPlan, $isCheckOutdated } from '../../stores/playground/check.ts'
import { $check, isPassed, runCheck } from '../../stores/playground/run-check.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Checks the agent with typical chats. Shows the expectations for each chat and the messages. */
export default function AgentCheck({ onBack }: { onBack: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const { data: plan, status } = useStore($checkPlan)
  const check = useStore($check)
  const chats = plan?.chats ?? []
  const hasFailed = ({ id }: CheckChat) => {
    const played = check?.isRunning ? undefined : check?.results[id]
    return played !== undefined && !isPassed(played)
  }
  const shown = [...chats.filter(hasFailed), ...chats.filter((chat) => !hasFailed(chat))]
  return (
    <section className="agent-check" aria-labelledby="agent-check-title">
      <div className="agent-check-head">
        <div>
          <h2 id="agent-check-title" ref={title} tabIndex={-1}>
            Check with typical chats
          </h2>
          <p className="muted">
            The agent answers {chats.length || 'the'} visitors with your saved settings. Nothing is stored,
            and nobody is notified.
          </p>
        </div>
        <div className="agent-check-actions">
          <Button quiet text="Back" onClick={onBack} />
          <Button
            text={check?.isRunning ? 'Checking…' : check ? 'Run it again' : 'Run the check'}
            disabled={chats.length === 0 || check?.isRunning}
            onClick={() => void runCheck()}
          />
        </div>
      </div>
      <Verdict total={chats.length} />
      {status === 'failed' && <p role="alert">The chats could not be loaded. Please try again.</p>}
      <ul className="agent-check-list">
        {shown.map((chat) => (
          <Chat key={chat.id} chat={chat} played={check?.results[chat.id]} />
        ))}
      </ul>
    </section>
  )
}

function Mark({ isGood }: { isGood: boolean }) {
  return (
    <span className="agent-check-mark" data-state={isGood ? 'done' : 'missing'}>
      <Icon name={isGood ? 'done' : 'caution'} />
    </span>
  )
}

function Verdict({ total }: { total: number }) {
  const check = useStore($check)
  const isOutdated = useStore($isCheckOutdated)
  const results = Object.values(check?.results ?? {})
  const passed = results.filter(isPassed).length
  if (check?.failure) {
    return (
      <p className="agent-check-verdict" role="alert">
        <Mark isGood={false} /> The check stopped: {check.failure}
      </p>
    )
  }
  if (check?.isRunning) {
    return (
      <p className="agent-check-verdict" role="status">
        <progress max={total} value={results.length} aria-label="Chats played" /> {results.length} of {total}
      </p>
    )
  }
  if (isOutdated) {
    return (
      <p className="agent-check-verdict" role="status">
        <Mark isGood={false} /> Settings changed since the last check.
      </p>
    )
  }
  if (!check) return null
  return (
    <p className="agent-check-verdict" role="status">
      <Mark isGood={passed === total} />{' '}
      {passed === total
        ? `All ${total} chats went as expected.`
        : `${passed} of ${total} chats went as expected. The others come first.`}
    </p>
  )
}

function Chat({ chat, played }: { chat: CheckChat; played: CheckedChat | undefined }) {
  if (!played) {
    return (
      <li className="agent-check-chat">
        <p>
          <span className="agent-check-open" /> {chat.title}
        </p>
      </li>
    )
  }
  const isGood = isPassed(played)
  return (
    <li className="agent-check-chat">
      <details className="disclosure">
        <summary>
          <Mark isGood={isGood} /> {chat.title}
          <span className="hidden-text">{isGood ? ', as expected' : ', not as expected'}</span>
        </summary>
        <ul className="agent-check-expected" aria-label="Expected">
          {played.expectations.map(({ text, is_met }) => (
            <li key={text}>
              <Mark isGood={is_met} /> {text}
              <span className="hidden-text">{is_met ? ': yes' : ': no'}</span>
            </li>
          ))}
        </ul>
        <ol className="agent-check-messages">
          {played.messages.map(({ author, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a completed chat don't change
            <li key={index} data-author={author}>
              <span className="hidden-text">{author === 'visitor' ? 'Visitor: ' : 'Agent: '}</span>
              {content}
            </li>
          ))}
        </ol>
      </details>
    </li>
  )
}
