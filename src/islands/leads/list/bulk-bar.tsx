import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Lead, LeadStatus } from '../../../contract/leads.ts'
import { grouped } from '../../../domain/common/grouped.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $account } from '../../../stores/base/session/account.ts'
import { $bulkRun, changeStatuses, deleteLeads, dismissBulkRun } from '../../../stores/leads/bulk.ts'
import { $shownLeads, NOTHING_SHOWN } from '../../../stores/leads/rows.ts'
import { $isSelecting, $selectedLeads, selectLeads, stopSelecting } from '../../../stores/leads/selection.ts'
import { statusChange } from '../../../stores/leads/status.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'

const NO_LEADS: readonly Lead[] = []

/** The actions for the selected leads, and their result. Failed leads stay selected for a retry. */
export function BulkBar() {
  const leads = useStore($selectedLeads, { ssr: () => NO_LEADS })
  const run = useStore($bulkRun, { ssr: 'initial' })
  const progress = run?.progress
  const focus = useFocusReturn()
  const isSelecting = useStore($isSelecting, { ssr: () => false })
  if (!isSelecting && !run) return null
  return (
    <section {...focus} className="bulk-bar" aria-label="Selected leads" aria-busy={Boolean(progress)}>
      {run && (
        <p role="status">
          {progress ? `Updating ${progress.done + 1} of ${progress.total}…` : run.text}
          {run.tryAgain && <BarButton label="Retry the rest" onClick={run.tryAgain} />}
          {run.undo && <BarButton label="Undo" onClick={run.undo} />}
        </p>
      )}
      {isSelecting && <Choices leads={leads} isBusy={Boolean(progress)} />}
      {!isSelecting && !progress && <BarButton label="Dismiss" onClick={dismissBulkRun} />}
    </section>
  )
}

function Choices({ leads, isBusy: isUpdating }: { leads: readonly Lead[]; isBusy: boolean }) {
  const { rows } = useStore($shownLeads, { ssr: () => NOTHING_SHOWN })
  const toast = useToast()
  const [isDeleting, setDeleting] = useState(false)
  const isBusy = isUpdating || isDeleting
  const set = async (status: LeadStatus) => {
    const account = $account.get()
    const change = await statusChange(status, leads.length)
    if (change) await changeStatuses(account, leads, change)
  }
  const remove = async () => {
    setDeleting(true)
    try {
      await deleteLeads($account.get(), leads)
    } catch (error) {
      toast.error(`Failed to delete lead. ${reasonOf(error)}`)
    } finally {
      setDeleting(false)
    }
  }
  return (
    <>
      <strong>
        {leads.length === 0
          ? 'Select leads'
          : leads.length === 1
            ? '1 lead selected'
            : `${grouped(leads.length)} leads selected`}
      </strong>
      {STATUS_OPTIONS.map(({ value, label }) => (
        <BarButton
          key={value}
          label={`Set ${label}`}
          isDisabled={isBusy || leads.length === 0}
          onClick={() => set(value)}
        />
      ))}
      <BarButton label="Delete" isDisabled={isBusy || leads.length === 0} onClick={remove} />
      <BarButton
        label="Select page"
        isDisabled={isBusy}
        onClick={() => selectLeads([...leads, ...rows].map(({ id }) => id))}
      />
      <button
        type="button"
        className="button quiet bulk-clear"
        disabled={isBusy}
        onClick={() => {
          dismissBulkRun()
          stopSelecting()
        }}
      >
        <Glyph name="close" />
        <span>{leads.length === 0 ? 'Done' : 'Clear selection'}</span>
      </button>
    </>
  )
}

interface BarButtonProps {
  label: string
  isDisabled?: boolean
  onClick: () => void | Promise<void>
}

function BarButton({ label, isDisabled = false, onClick }: BarButtonProps) {
  return <Button quiet text={label} disabled={isDisabled} onClick={() => void onClick()} />
}
