import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ProposedFaq, WebsiteReading } from '../../contract/website-reading.ts'
import { addFaq, fieldStore, removeAll } from '../../stores/settings/settings.ts'
import { describeServices, proposeFrom } from '../../stores/settings/website-reading.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { useUndo } from './use-undo.ts'

/** Reads the owner's website and offers what it says; each proposal goes into the form only if the owner adds it. */
export default function WebsiteLearning() {
  const website = useStore(fieldStore('website_url'))
  const [address, setAddress] = useState(website ?? '')
  const [reading, setReading] = useState<WebsiteReading | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isReading, setIsReading] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const result = useRef<HTMLDivElement>(null)

  useEffect(() => field.current?.focus(), [])

  const read = async (event: FormEvent) => {
    event.preventDefault()
    if (address.trim() === '' || isReading) return
    setIsReading(true)
    setProblem(null)
    try {
      setReading(await proposeFrom(address))
    } catch (error) {
      setReading(null)
      setProblem(reasonOf(error))
    }
    setIsReading(false)
    requestAnimationFrame(() => result.current?.focus())
  }
  return (
    <section className="asked" aria-labelledby="website-title">
      <h3 id="website-title">Learn from my website</h3>
      <form className="website-form" onSubmit={read}>
        <input
          ref={field}
          type="text"
          inputMode="url"
          className="field-box text-input"
          aria-label="Address of your website"
          placeholder="https://"
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        <button type="submit" className="button quiet" disabled={isReading}>
          {isReading ? 'Reading…' : 'Read'}
        </button>
      </form>
      <div ref={result} tabIndex={-1} role="status">
        {problem && <p className="field-error">{problem}</p>}
        {reading && <p className="muted">{summary(reading)}</p>}
      </div>
      {reading && <Proposals key={reading.pages.join(' ')} reading={reading} />}
    </section>
  )
}

function summary({ pages, faqs, services }: WebsiteReading): string {
  const read = pages.length === 1 ? '1 page read.' : `${pages.length} pages read.`
  if (faqs.length === 0 && services === null) return `${read} They contain no new questions and answers.`
  return `${read} Add what fits. Nothing is saved until you save the settings.`
}

function Proposals({ reading: { faqs, services } }: { reading: WebsiteReading }) {
  const [open, setOpen] = useState<readonly ProposedFaq[]>(faqs)
  const [description, setDescription] = useState(services)
  const current = useStore(fieldStore('services_description'))
  const offerUndo = useUndo()
  const leaveOut = (faq: ProposedFaq) => setOpen((before) => before.filter((each) => each !== faq))
  const add = (faq: ProposedFaq) => {
    const key = addFaq(faq.question, faq.answer)
    if (!key) return
    leaveOut(faq)
    offerUndo('Question added.', () => {
      removeAll('faqs', [key])
      setOpen((before) => [faq, ...before])
    })
  }
  return (
    <ul>
      {description && (
        <Proposal
          title={current ? 'Services description, instead of yours' : 'Services description'}
          text={description.text}
          source={description.source}
          onAdd={() => {
            offerUndo('Services description changed.', describeServices(description.text))
            setDescription(null)
          }}
          onLeaveOut={() => setDescription(null)}
        />
      )}
      {open.map((faq) => (
        <Proposal
          key={faq.question}
          title={faq.question}
          text={faq.answer}
          source={faq.source}
          onAdd={() => add(faq)}
          onLeaveOut={() => leaveOut(faq)}
        />
      ))}
    </ul>
  )
}

interface ProposalProps {
  title: string
  text: string
  /** The address of the page. */
  source: string
  onAdd: () => void
  onLeaveOut: () => void
}

function Proposal({ title, text, source, onAdd, onLeaveOut }: ProposalProps) {
  return (
    <li>
      <span className="asked-text" dir="auto">
        <strong>{title}</strong> <span className="website-text">{text}</span>
      </span>
      <span className="muted asked-times">
        From{' '}
        <a href={source} target="_blank" rel="noreferrer">
          {source.replace(/^https?:\/\//, '')}
        </a>
      </span>
      <span className="asked-tools">
        <button type="button" className="button quiet compact" aria-label={`Add: ${title}`} onClick={onAdd}>
          Add
        </button>
        <button
          type="button"
          className="button quiet compact"
          aria-label={`Leave out: ${title}`}
          onClick={onLeaveOut}
        >
          Leave out
        </button>
      </span>
    </li>
  )
}
