import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import Button from 'antd/es/button'
import Select from 'antd/es/select'
import { useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { STATUS_OPTIONS } from '../../domain/lead-status.ts'
import { FAILURES } from '../../stores/failures.ts'
import { $leadView, changeLeadView, reloadLeads, searchLeads } from '../../stores/lead-list.ts'
import { DateRange } from './date-range.tsx'

const ALL = 'all'
const OPTIONS = [{ value: ALL, label: 'All Status' }, ...STATUS_OPTIONS]

/** Search, filters and Auto-Mark Lost above the list. */
export function LeadToolbar() {
  const view = useStore($leadView, { ssr: 'initial' })
  return (
    <search className="lead-toolbar" aria-label="Leads">
      <input
        className="lead-search"
        type="search"
        aria-label="Search leads"
        placeholder="Search by name, email or service"
        maxLength={LIMITS.line}
        value={view.search}
        onChange={(event) => searchLeads(event.target.value)}
      />
      <Select
        className="lead-status-filter"
        aria-label="Status"
        value={view.status ?? ALL}
        options={OPTIONS}
        onChange={(value) =>
          changeLeadView({ status: STATUS_OPTIONS.find((option) => option.value === value)?.value ?? null })
        }
      />
      <DateRange from={view.from} to={view.to} onChange={changeLeadView} />
      <div className="lead-toolbar-actions">
        <AutoMarkLost />
        <ExportCsv />
        <Button onClick={openQueue}>Call now</Button>
        <Button onClick={openForm}>Add lead</Button>
      </div>
    </search>
  )
}

async function openQueue(): Promise<void> {
  const { showLeadPanel } = await import('../../stores/lead-panels.ts')
  showLeadPanel('call-queue')
}

async function openForm(): Promise<void> {
  const { openLeadForm } = await import('../../stores/lead-form.ts')
  openLeadForm(null)
}

/** Saves what the filter shows, on all pages and in the order in force. */
function ExportCsv() {
  const { message } = App.useApp()
  const save = async () => {
    try {
      const { exportLeads } = await import('../../stores/lead-files.ts')
      const count = exportLeads()
      message.success(count === 1 ? '1 lead exported' : `${count.toLocaleString('en-US')} leads exported`)
    } catch {
      message.error('Failed to export leads')
    }
  }
  return <Button onClick={save}>Export CSV</Button>
}

function AutoMarkLost() {
  const { message } = App.useApp()
  const [isLoading, setLoading] = useState(false)
  const reload = async () => {
    message.info('Leads are marked as lost automatically by the system.')
    setLoading(true)
    try {
      await reloadLeads()
    } catch {
      message.error(FAILURES.autoMarkLost)
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button loading={isLoading} onClick={reload}>
      Auto-Mark Lost
    </Button>
  )
}
