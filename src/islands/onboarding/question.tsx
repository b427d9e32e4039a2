import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { readFirstAnswer } from '../../domain/onboarding/found.ts'
import {
  answerWithPhone,
  answerWithWebsite,
  goOnWithout,
  readFound,
  showStage,
} from '../../stores/onboarding/setup.ts'
import { Button } from '../../ui/button.tsx'
import { useTask } from '../common/use-task.ts'
import { QUESTION_FORM } from './step-footer.tsx'

const ID = `${QUESTION_FORM}-answer`
const NEITHER = 'Enter a website, such as greenacres.com, or a phone number, such as (614) 555-0142.'

const ended = (text: string) => text.replace(/[^.!?]$/, '$&.')

interface Props {
  /** Called when the website is being read, and when that ends. */
  onBusy: (isBusy: boolean) => void
}

/** The first question of setup: the website, from which the rest is filled in, or else the phone number. */
export function FirstQuestion({ onBusy }: Props) {
  const [text, setText] = useState(() => readFound()?.website ?? '')
  const [reading, setReading] = useState('')
  const { isBusy, problem, setProblem, run } = useTask()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  useEffect(() => {
    onBusy(isBusy)
    return () => onBusy(false)
  }, [isBusy, onBusy])

  const goOn = () => {
    const found = readFound()
    if (found) goOnWithout(found)
    else showStage(null)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const answer = readFirstAnswer(text)
    if (!answer) {
      setProblem(NEITHER)
      field.current?.focus()
      return
    }
    const isSite = answer.kind === 'website'
    setReading(isSite ? answer.text.replace(/^https?:\/\//i, '') : '')
    await run(() => (isSite ? answerWithWebsite(answer.text) : answerWithPhone(answer.text)))
    field.current?.focus()
  }
  return (
    <form id={QUESTION_FORM} className="onboarding-form" noValidate onSubmit={submit}>
      <div className="onboarding-field">
        <label className="onboarding-label" htmlFor={ID}>
          What’s your website or phone number?
        </label>
        <input
          ref={field}
          id={ID}
          type="text"
          className="field-box onboarding-input"
          autoComplete="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="greenacres.com"
          maxLength={LIMITS.url}
          value={text}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={`${ID}-message`}
          onChange={({ target }) => {
            setText(target.value)
            setProblem('')
          }}
        />
        <div id={`${ID}-message`}>
          <p className="muted">
            We read your website and fill in your business, services, and hours. You check everything before
            it is saved.
          </p>
          <p className="onboarding-reading" role="status">
            {isBusy && reading && `Reading ${reading}… This takes up to half a minute.`}
          </p>
          <p className="error-text" role="alert">
            {problem && `${ended(problem)}${reading ? ' Try another address, or go on without it.' : ''}`}
          </p>
        </div>
      </div>
      <p>
        <Button link text={reading ? 'Go on without my website' : 'I have no website'} onClick={goOn} />
      </p>
    </form>
  )
}
