import './first-chat.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { CheckedChat } from '../../contract/agent-check.ts'
import { LIMITS } from '../../contract/limits.ts'
import { playFirstChat } from '../../stores/playground/first-chat.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { saveAnswer } from '../../stores/settings/save-answer.ts'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../common/use-task.ts'
import { TextMe } from '../notifications/text-me.tsx'

type Messages = CheckedChat['messages']

/** The end of setup: what the agent says to a visitor at 9 PM, how to correct it, and texts about real leads. */
export default function FirstChat({ onDone }: { onDone: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  const { data: profile } = useStore($profile)
  const [messages, setMessages] = useState<Messages | null>(null)
  const [hasCorrected, setCorrected] = useState(false)
  const { problem, run } = useTask()
  const play = () =>
    run(async () => {
      const played = await playFirstChat()
      setMessages(played)
      if (!played) onDone()
    })
  const playFirst = useRef(play)
  useEffect(() => {
    title.current?.focus()
    void playFirst.current()
  }, [])
  const agent = profile?.agent_name?.trim() || 'your agent'
  return (
    <section className="first-chat" aria-labelledby="first-chat-title">
      <div>
        <h2 id="first-chat-title" ref={title} tabIndex={-1}>
          A customer writes at 9 PM
        </h2>
        <p className="muted" role="status">
          {hasCorrected
            ? `Saved. This is what ${agent} says now.`
            : `This is what ${agent} says with your settings. Correct what you would say differently.`}
        </p>
      </div>
      {problem && (
        <p className="error-text" role="alert">
          {problem} <Button link text="Try again" onClick={() => void play()} />
        </p>
      )}
      {messages ? (
        <Transcript
          messages={messages}
          onCorrected={async () => {
            setMessages(await playFirstChat())
            setCorrected(true)
            title.current?.focus()
          }}
        />
      ) : (
        !problem && (
          <p className="muted" role="status">
            Your agent is answering…
          </p>
        )
      )}
      <TextMe />
      <Button className="first-chat-done" text="Try it yourself" onClick={onDone} />
    </section>
  )
}

interface TranscriptProps {
  messages: Messages
  /** Called once a correction is saved. */
  onCorrected: () => Promise<void>
}

function Transcript({ messages, onCorrected }: TranscriptProps) {
  const [corrected, setCorrected] = useState<number | null>(null)
  return (
    <ol className="first-chat-messages">
      {messages.map(({ author, content }, index) => {
        // The first bubble after a question answers it. The others ask for something, or offer times.
        const before = messages[index - 1]
        const question =
          before?.author === 'visitor' && before.content.includes('?') ? before.content : undefined
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a completed chat don't change
          <li key={index} data-author={author}>
            <span className="hidden-text">{author === 'visitor' ? 'Customer: ' : 'Agent: '}</span>
            <span className="first-chat-bubble" dir="auto">
              {content}
            </span>
            {author === 'agent' && question !== undefined && corrected !== index && (
              <Button
                link
                text="Correct"
                aria-label={`Correct: ${content}`}
                onClick={() => setCorrected(index)}
              />
            )}
            {corrected === index && question !== undefined && (
              <Correction
                question={question}
                answer={content}
                onSaved={async () => {
                  await onCorrected()
                  setCorrected(null)
                }}
                onCancel={() => setCorrected(null)}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

interface CorrectionProps {
  question: string
  answer: string
  onSaved: () => Promise<void>
  onCancel: () => void
}

/** Turns what the agent said into the owner's answer to a frequently asked question. */
function Correction({ onSaved, onCancel, ...start }: CorrectionProps) {
  const [question, setQuestion] = useState(start.question.slice(0, LIMITS.line))
  const [answer, setAnswer] = useState(start.answer)
  const { isBusy, problem, run } = useTask()
  const isBlank = question.trim() === '' || answer.trim() === ''
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isBlank || isBusy) return
    void run(async () => {
      await saveAnswer(question, answer)
      await onSaved()
    })
  }
  return (
    <form className="first-chat-correction" onSubmit={save}>
      <label>
        When a customer asks
        <input
          type="text"
          className="field-box text-input"
          dir="auto"
          maxLength={LIMITS.line}
          value={question}
          onChange={({ target }) => setQuestion(target.value)}
        />
      </label>
      <label>
        your agent says
        <textarea
          className="field-box text-input"
          dir="auto"
          rows={3}
          maxLength={LIMITS.text}
          // biome-ignore lint/a11y/noAutofocus: the owner has just opened the form.
          autoFocus
          value={answer}
          onChange={({ target }) => setAnswer(target.value)}
        />
      </label>
      <span className="first-chat-actions">
        <Button type="submit" text={isBusy ? 'Saving…' : 'Save as FAQ'} disabled={isBlank || isBusy} />
        <Button plain text="Cancel" onClick={onCancel} />
      </span>
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
