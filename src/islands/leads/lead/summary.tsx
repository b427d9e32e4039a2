import './summary.css'
import { useStore } from '@nanostores/react'
import { Fragment, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { present } from '../../../domain/common/present.ts'
import { readNotes } from '../../../domain/leads/agent-notes.ts'
import { factsOf } from '../../../domain/leads/facts.ts'
import { summaryOf } from '../../../domain/leads/summary.ts'
import { $leadQuestions } from '../../../stores/conversations/lead-questions.ts'
import { FactEditor } from './fact-editor.tsx'
import { QuestionAnswer } from './lazy-actions.ts'
import { useFactEdit } from './use-fact-edit.ts'

/** What a lead is about, in one sentence whose parts are edited in place, and the questions that wait for an answer. */
export function LeadSummary({ lead }: { lead: Lead }) {
  const { edited, edit, close } = useFactEdit()
  const sentences = summaryOf(lead)
  const asked = readNotes(lead.service_additional_info).asked
  const facts = factsOf(lead)
  const labelOf = (name: string) => facts.find((fact) => fact.name === name)?.label ?? name
  const fact = facts.find(({ name }) => name === edited)
  if (sentences.length === 0 && asked.length === 0 && !present(lead.conversation_id)) return null
  return (
    <section className="lead-summary" aria-label="Summary">
      {sentences.length > 0 && (
        <p>
          {sentences.map(({ start, parts }) => (
            <Fragment key={start}>
              {start}
              {parts.map(({ name, text }, at) => (
                <Fragment key={name}>
                  {/* A line doesn't break within a button, so the punctuation stays with the text. */}
                  <button type="button" data-fact={name} title="Edit" onClick={() => edit(name)}>
                    <span className="hidden-text">{`Edit ${labelOf(name)}: `}</span>
                    <bdi>{text}</bdi>
                    {at < parts.length - 1 ? ',' : '.'}
                  </button>{' '}
                </Fragment>
              ))}
            </Fragment>
          ))}
        </p>
      )}
      {fact && <FactEditor lead={lead} fact={fact} onClose={(returns) => close(fact.name, returns)} />}
      <OpenQuestions key={lead.id} lead={lead} asked={asked} />
    </section>
  )
}

/**
 * The questions that the agent could not answer. A tap opens the field for the answer, if the API stores questions.
 * `asked` are those in the lead, which are shown until the stored ones have loaded.
 */
function OpenQuestions({ lead, asked }: { lead: Lead; asked: readonly string[] }) {
  const { data } = useStore($leadQuestions, { ssr: 'initial' })
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useRef<HTMLUListElement>(null)
  const open = data?.find(({ id }) => id === openId)
  if ((data ?? asked).length === 0) return null
  return (
    <>
      <ul className="open-questions" aria-label="Open questions" ref={list} tabIndex={-1}>
        <li className="muted" aria-hidden="true">
          Asks
        </li>
        {data
          ? data.map(({ id, wordings }) => (
              <li key={id}>
                <button
                  type="button"
                  className="chip"
                  aria-expanded={id === openId}
                  onClick={() => setOpenId(id === openId ? null : id)}
                >
                  <bdi>{wordings[0]}</bdi>
                </button>
              </li>
            ))
          : asked.map((question) => (
              <li key={question} dir="auto">
                {question}
              </li>
            ))}
      </ul>
      {open && (
        <QuestionAnswer
          key={open.id}
          lead={lead}
          question={open}
          onDone={() => {
            setOpenId(null)
            list.current?.focus()
          }}
        />
      )}
    </>
  )
}
