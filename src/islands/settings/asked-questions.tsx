import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { AskedQuestion } from '../../contract/asked-questions.ts'
import { counted } from '../../domain/common/counted.ts'
import { conversationPath } from '../../domain/conversations/path.ts'
import { relativeTime } from '../../domain/time/relative-time.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import {
  $askedQuestions,
  $nowAnswered,
  dismissAnswered,
  dismissQuestion,
} from '../../stores/settings/asked-questions.ts'
import { addFaq } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useToast } from '../../ui/toast.tsx'
import { focusEntry } from './focus.ts'

/** Number of questions shown before the owner asks for all of them. */
const SHOWN_FIRST = 5

const WebsiteLearning = lazyPart(() => import('./website-learning.tsx'), {
  name: 'The reader of your website',
})

/**
 * Visitors' questions that the agent couldn't answer, for the owner to answer or dismiss. Also offers to learn answers
 * from the owner's website.
 */
export default function AskedQuestions() {
  const { data } = useStore($askedQuestions)
  const [showsAll, setShowsAll] = useState(false)
  const [isLearning, setIsLearning] = useState(false)
  if (!data) return null
  const shown = showsAll ? data : data.slice(0, SHOWN_FIRST)
  return (
    <>
      {isLearning ? (
        <WebsiteLearning />
      ) : (
        <p>
          <Button link text="Learn from my website" onClick={() => setIsLearning(true)} />
        </p>
      )}
      <Answered />
      {data.length > 0 && (
        <section className="asked" aria-labelledby="asked-title">
          <h3 id="asked-title">Visitors asked, and the agent had no answer</h3>
          <ul>
            {shown.map((question) => (
              <Question key={question.id} question={question} />
            ))}
          </ul>
          {shown.length < data.length && (
            <Button link text={`Show all ${data.length}`} onClick={() => setShowsAll(true)} />
          )}
        </section>
      )}
    </>
  )
}

function Question({ question }: { question: AskedQuestion }) {
  const { id, wordings, count, last_asked_at, conversation_id } = question
  const toast = useToast()
  const now = useStore($now)
  const [isLeaving, setIsLeaving] = useState(false)
  const [text = ''] = wordings

  const answer = () => {
    const key = addFaq(text)
    if (key) focusEntry(key, 'answer')
    else toast.warning('The list of questions is full.')
  }
  const dismiss = async () => {
    setIsLeaving(true)
    try {
      await dismissQuestion(id)
    } catch (error) {
      toast.error(`The question could not be dismissed. ${reasonOf(error)}`)
      setIsLeaving(false)
    }
  }
  return (
    <li>
      <span className="asked-text" dir="auto">
        {text}
      </span>
      <span className="muted asked-times">
        {counted(count, 'visitor')}, {relativeTime(last_asked_at, now).toLowerCase()}
        {' · '}
        <a href={conversationPath(conversation_id)} aria-label={`Chat: ${text}`}>
          Chat
        </a>
      </span>
      <span className="asked-tools">
        <Button quiet compact text="Answer" aria-label={`Answer: ${text}`} onClick={answer} />
        <Button
          quiet
          compact
          text="Dismiss"
          disabled={isLeaving}
          aria-label={`Dismiss: ${text}`}
          onClick={dismiss}
        />
      </span>
    </li>
  )
}

/** The questions that the last save answered. */
function Answered() {
  const answered = useStore($nowAnswered)
  if (answered.length === 0) return null
  return (
    <div className="notice asked-answered" role="status">
      <div>
        <p>From now on, the agent answers what visitors asked before:</p>
        <ul>
          {answered.map((text) => (
            <li key={text} dir="auto">
              {text}
            </li>
          ))}
        </ul>
      </div>
      <Button link text="Close" onClick={dismissAnswered} />
    </div>
  )
}
