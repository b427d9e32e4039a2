import './lead-toolbar.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useState } from 'react'
import { LEAD_STATUSES } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import {
  $filterClearings,
  $leadView,
  changeLeadView,
  openLeadList,
  reloadLeads,
  searchLeads,
} from '../../../stores/leads/list.ts'
import type { LeadPanel } from '../../../stores/leads/panels.ts'
import { FAILURES } from '../../../stores/shell/failures.ts'
import { NOT_LOADED } from '../../../ui/lazy-part.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { DateRange } from './date-range.tsx'

/**
 * Opens the list with the view of the URL. Input from before hydration takes precedence and updates the URL.
 */
export function openListAndFields(): void {
  const params = new URLSearchParams(location.search)
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.lead-toolbar [name]')
  const typed = [...fields].filter(({ value }) => value !== '')
  for (const { name, value } of typed) params.set(name, value)
  openLeadList(params)
  if (typed.length > 0) changeLeadView({})
}

const $search = computed($leadView, ({ search }) => search)
const $status = computed($leadView, ({ status }) => status)
const $from = computed($leadView, ({ from }) => from)
const $to = computed($leadView, ({ to }) => to)

/** Search, filters, and Auto-Mark Lost above the list. Each control renders only when its own value changes. */
export function LeadToolbar() {
  const open = useOpen()
  return (
    <search className="lead-toolbar" aria-label="Leads">
      <SearchField />
      <StatusSelect />
      <CreatedRange />
      <div className="lead-toolbar-actions">
        <AutoMarkLost />
        <ExportCsv />
        <ToolbarButton onClick={open(openPanel('alerts'))}>Alerts</ToolbarButton>
        <ToolbarButton onClick={open(openPanel('call-queue'))}>Call now</ToolbarButton>
        <ToolbarButton onClick={open(openForm)}>Add lead</ToolbarButton>
      </div>
    </search>
  )
}

function SearchField() {
  const search = useStore($search, { ssr: () => '' })
  return (
    <input
      className="field-box lead-search"
      type="search"
      name="search"
      aria-label="Search leads"
      placeholder="Search by name, email or service"
      maxLength={LIMITS.line}
      value={search}
      onChange={(event) => searchLeads(event.target.value)}
    />
  )
}

function StatusSelect() {
  const status = useStore($status, { ssr: () => null })
  return (
    <select
      className="field-box lead-select"
      name="status"
      aria-label="Status"
      value={status ?? ''}
      onChange={({ target }) =>
        changeLeadView({ status: LEAD_STATUSES.find((known) => known === target.value) ?? null })
      }
    >
      <option value="">All Status</option>
      {STATUS_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  )
}

function CreatedRange() {
  const from = useStore($from, { ssr: () => null })
  const to = useStore($to, { ssr: () => null })
  const clearings = useStore($filterClearings, { ssr: 'initial' })
  return <DateRange key={clearings} from={from} to={to} onChange={changeLeadView} />
}

/** Opens something that loads on demand; shows an error if it cannot be loaded. */
function useOpen() {
  const toast = useToast()
  return (open: () => Promise<void>) => () => open().catch(() => toast.error(NOT_LOADED))
}

const openPanel = (panel: LeadPanel) => async () => {
  const { showLeadPanel } = await import('../../../stores/leads/panels.ts')
  showLeadPanel(panel)
}

async function openForm(): Promise<void> {
  const { openLeadForm } = await import('../../../stores/leads/form.ts')
  openLeadForm(null)
}

/** Exports the filtered leads of all pages in the current order. */
function ExportCsv() {
  const toast = useToast()
  const [isWriting, setWriting] = useState(false)
  const save = async () => {
    setWriting(true)
    try {
      const { exportLeads } = await import('../../../stores/leads/files.ts')
      const count = exportLeads()
      toast.success(count === 1 ? '1 lead exported' : `${count.toLocaleString('en-US')} leads exported`)
    } catch {
      toast.error('Failed to export leads')
    } finally {
      setWriting(false)
    }
  }
  return (
    <ToolbarButton isBusy={isWriting} onClick={save}>
      Export CSV
    </ToolbarButton>
  )
}

function AutoMarkLost() {
  const toast = useToast()
  const [isLoading, setLoading] = useState(false)
  const reload = async () => {
    toast.info('Leads are marked as lost automatically by the system.')
    setLoading(true)
    try {
      await reloadLeads()
    } catch {
      toast.error(FAILURES.autoMarkLost)
    } finally {
      setLoading(false)
    }
  }
  return (
    <ToolbarButton isBusy={isLoading} onClick={reload}>
      Auto-Mark Lost
    </ToolbarButton>
  )
}

interface ToolbarButtonProps {
  isBusy?: boolean
  onClick: () => unknown
  children: string
}

function ToolbarButton({ isBusy = false, onClick, children }: ToolbarButtonProps) {
  return (
    <button
      type="button"
      className="button quiet"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => void onClick()}
    >
      {children}
    </button>
  )
}
