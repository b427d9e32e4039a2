import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Lead, LeadStatus } from '../../contract/leads.ts'
import { type BulkOutcome, bulkText } from '../../domain/lead-bulk.ts'
import { type LossAnswer, NO_REASON } from '../../domain/lead-loss.ts'
import { STATUS_OPTIONS } from '../../domain/lead-status.ts'
import { askLossReason } from '../../stores/lead-loss.ts'
import { $selectedLeads, selectLeads } from '../../stores/lead-selection.ts'
import { changeStatuses } from '../../stores/lead-status.ts'
import { useLeadRows } from './use-lead-rows.ts'

interface Ended extends BulkOutcome {
  answer: LossAnswer
}

const NO_LEADS: readonly Lead[] = []

/** What can be done to the leads that are ticked, and how it went; those that failed stay ticked, to be tried again. */
export function BulkBar() {
  const leads = useStore($selectedLeads, { ssr: () => NO_LEADS })
  const { rows } = useLeadRows()
  const [isBusy, setBusy] = useState(false)
  const [ended, setEnded] = useState<Ended>()
  if (leads.length === 0 && !ended) return null

  const run = async (chosen: readonly Lead[], status: LeadStatus, known?: LossAnswer) => {
    const answer = known ?? (status === 'lost' ? await askLossReason(chosen.length) : NO_REASON)
    if (!answer) return
    setEnded(undefined)
    setBusy(true)
    const outcome = await changeStatuses(chosen, status, answer)
    setBusy(false)
    setEnded({ ...outcome, answer })
    selectLeads(outcome.failed)
  }

  return (
    <section className="bulk-bar" aria-label="Selected leads">
      {ended && (
        <p role="status">
          {bulkText(ended)}
          {ended.failed.length > 0 && (
            <button
              type="button"
              className="button"
              disabled={isBusy}
              onClick={() => void run(leads, ended.status, ended.answer)}
            >
              Try the rest again
            </button>
          )}
        </p>
      )}
      {leads.length > 0 && (
        <strong>{leads.length === 1 ? '1 lead selected' : `${leads.length} leads selected`}</strong>
      )}
      {leads.length > 0 &&
        STATUS_OPTIONS.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className="button quiet"
            disabled={isBusy}
            onClick={() => void run(leads, value)}
          >
            {`Set ${label}`}
          </button>
        ))}
      {leads.length > 0 && (
        <button
          type="button"
          className="button quiet"
          disabled={isBusy}
          onClick={() => selectLeads([...leads, ...rows].map(({ id }) => id))}
        >
          Select page
        </button>
      )}
      <button
        type="button"
        className="button quiet"
        disabled={isBusy}
        onClick={() => {
          setEnded(undefined)
          selectLeads([])
        }}
      >
        {leads.length > 0 ? 'Clear selection' : 'Dismiss'}
      </button>
    </section>
  )
}
