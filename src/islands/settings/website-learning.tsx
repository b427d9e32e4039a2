import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { ProposedFaq, WebsiteReading } from '../../contract/website-reading.ts'
import { counted } from '../../domain/common/counted.ts'
import { addFaq, fieldStore, removeAll } from '../../stores/settings/settings.ts'
import { describeServices, proposeFrom } from '../../stores/settings/website-reading.ts'
import { Button } from '../../ui/button.tsx'
import { useUndo } from '../../ui/use-undo.ts'
import { WebsiteForm } from './website-form.tsx'

/**
 * Reads the owner's website and proposes values from it. A proposal is added to the form only if the owner accepts it.
 */
export default function WebsiteLearning() {
  return (
    <section className="asked" aria-labelledby="website-title">
      <h3 id="website-title">Learn from my website</h3>
      <WebsiteForm
        label="Address of your website"
        action="Read"
        doing="Reading…"
        read={proposeFrom}
        announce={(reading) => <p className="muted">{summary(reading)}</p>}
      >
        {(reading) => <Proposals key={reading.pages.join(' ')} reading={reading} />}
      </WebsiteForm>
    </section>
  )
}

function summary({ pages, faqs, services }: WebsiteReading): string {
  const read = `${counted(pages.length, 'page')} read.`
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
  /** The URL of the page. */
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
        <Button quiet compact text="Add" aria-label={`Add: ${title}`} onClick={onAdd} />
        <Button quiet compact text="Leave out" aria-label={`Leave out: ${title}`} onClick={onLeaveOut} />
      </span>
    </li>
  )
}
