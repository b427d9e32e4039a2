import { grouped } from '../../domain/common/grouped.ts'
import './messages.css'
import { useStore } from '@nanostores/react'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { groupByDay, timeOfDay } from '../../domain/conversations/days.ts'
import { languageName } from '../../domain/conversations/language-names.ts'
import type { ShownMessage } from '../../domain/conversations/shown.ts'
import type { TracedTurn } from '../../domain/conversations/traced-turns.ts'
import type { Receipt } from '../../domain/conversations/visitor.ts'
import { exactTime } from '../../domain/time/exact-time.ts'
import { $now } from '../../stores/base/time.ts'
import type { Translated } from '../../stores/conversations/translation.ts'
import { Button } from '../../ui/button.tsx'
import { Photos } from '../../ui/photos.tsx'
import { useStickToEnd } from './use-stick-to-end.ts'
import { WhyButton, WhyDialog } from './why-button.tsx'

/** The number of messages shown initially, and the number that each click adds. */
const SHOWN = { first: 100, more: 200 }

type Translations = Readonly<Record<string, Translated>>

interface Props {
  messages: readonly ShownMessage[]
  /** The translations to show instead of the messages, by message id. */
  translations?: Translations | undefined
  /** Changes with each message that the user writes, which scrolls the list to the end. */
  own?: string | undefined
  /** How far a message has come, shown below it. */
  receipt?: Receipt | null
  /** Called on each render and each time that the end comes into view. */
  onSeen?: (() => void) | undefined
  /** Content after the messages: unsent messages and the typing indicator. */
  children?: ReactNode
}

/** The messages of a conversation, grouped by day. Stays at the latest message until the user scrolls up. */
export function Messages({ messages, translations, own, receipt = null, onSeen, children }: Props) {
  const [count, setCount] = useState(SHOWN.first)
  const { box, content, end, hasNews, toEnd } = useStickToEnd({ latest: messages.at(-1)?.id, own, onSeen })
  const hidden = messages.length - count
  const [explained, setExplained] = useState<TracedTurn | null>(null)
  return (
    <div className="messages-frame">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className="messages" ref={box} aria-label="Messages" tabIndex={0}>
        <div ref={content}>
          {hidden > 0 && (
            <Button
              quiet
              className="earlier-button"
              text={`Show ${grouped(Math.min(hidden, SHOWN.more))} earlier`}
              onClick={() => setCount(count + SHOWN.more)}
            />
          )}
          <Days
            messages={messages}
            translations={translations}
            count={count}
            receipt={receipt}
            onExplain={setExplained}
          />
          {children}
          <div ref={end} className="messages-end" />
        </div>
      </section>
      {hasNews && (
        <button type="button" className="chip messages-news" onClick={toEnd}>
          New messages ↓
        </button>
      )}
      {explained && <WhyDialog turns={[explained]} onClose={() => setExplained(null)} />}
    </div>
  )
}

interface DaysProps extends Pick<Props, 'messages' | 'translations'> {
  count: number
  receipt: Receipt | null
  onExplain: (turn: TracedTurn) => void
}

/** Memoized, so that it renders only for a new message or day, not while the user types. */
const Days = memo(function Days({ messages, translations, count, receipt, onExplain }: DaysProps) {
  const now = useStore($now)
  const days = useMemo(
    () => groupByDay(messages.slice(-count), ({ created_at }) => created_at, now),
    [messages, count, now],
  )
  return days.map(({ label, items }) => (
    <div className="messages-day" key={items[0]?.id}>
      {label && <h2>{label}</h2>}
      <ol>
        {items.map((message) => (
          <OneMessage
            key={message.id}
            message={message}
            translated={translations?.[message.id]}
            receipt={receipt?.messageId === message.id ? receipt.text : ''}
            onExplain={onExplain}
          />
        ))}
      </ol>
    </div>
  ))
})

interface MessageProps {
  message: ShownMessage
  translated: Translated | undefined
  receipt: string
  onExplain: (turn: TracedTurn) => void
}

const OneMessage = memo(function OneMessage({ message, translated, receipt, onExplain }: MessageProps) {
  const [isExact, setExact] = useState(false)
  const { from, sender, content, photos, created_at, unheard, turn } = message
  return (
    <li data-from={from}>
      <p className="message-head muted">
        {turn && <WhyButton onClick={() => onExplain(turn)} />}
        <span className="message-sender" dir="auto">
          {sender}
        </span>
        {created_at && (
          <button type="button" aria-pressed={isExact} title="Exact time" onClick={() => setExact(!isExact)}>
            <time dateTime={created_at}>{isExact ? exactTime(created_at) : timeOfDay(created_at)}</time>
          </button>
        )}
      </p>
      {content &&
        (translated ? (
          <TranslatedText content={content} {...translated} />
        ) : (
          <p className="message-text" dir="auto">
            {content}
          </p>
        ))}
      {unheard && (
        <p className="message-text message-unheard muted" dir="auto" title="The caller interrupted this">
          <s>{unheard}</s>
        </p>
      )}
      <Photos photos={photos} />
      {receipt && <p className="message-receipt muted">{receipt}</p>}
    </li>
  )
})

/** A message in English, marked as a translation, with a button for the original. */
function TranslatedText({ content, text, language }: Translated & { content: string }) {
  const [isOriginal, setOriginal] = useState(false)
  // Names and numbers are the same in both languages.
  const isSame = text === content
  const isShown = text !== null && !isSame && !isOriginal
  return (
    <>
      <p className="message-text" dir="auto" lang={isShown ? 'en' : language}>
        {isShown ? text : content}
      </p>
      {!isSame && (
        <p className="message-translation muted">
          {text === null ? (
            'Not translated'
          ) : (
            <>
              {isOriginal
                ? `Original in ${languageName(language)}`
                : `Translated from ${languageName(language)}`}{' '}
              <Button
                link
                text={isOriginal ? 'Show translation' : 'Show original'}
                onClick={() => setOriginal(!isOriginal)}
              />
            </>
          )}
        </p>
      )}
    </>
  )
}
