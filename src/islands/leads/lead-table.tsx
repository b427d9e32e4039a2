import { useStore } from '@nanostores/react'
import Table, { type ColumnType } from 'antd/es/table'
import type { Lead } from '../../contract/leads.ts'
import { present } from '../../domain/lead-name.ts'
import { LEAD_COLUMNS, type LeadSort, NEWEST_FIRST } from '../../domain/lead-sort.ts'
import { changeLeadView } from '../../stores/lead-list.ts'
import { $now } from '../../stores/time.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { LeadActions } from './lead-actions.tsx'
import { LeadTitle } from './lead-title.tsx'

/** Cells look at the lead and at stores, to which they listen themselves. */
const shouldCellUpdate = (lead: Lead, before: Lead) => lead !== before

const COLUMNS: ColumnType<Lead>[] = [
  { key: 'lead', title: 'Lead', render: (_, lead) => <LeadTitle lead={lead} /> },
  {
    key: 'service',
    title: 'Service Interest',
    width: '24%',
    render: (_, lead) => <span className="clamped">{present(lead.service_interest) ?? '–'}</span>,
  },
  { key: 'status', title: 'Status', width: 128, render: (_, lead) => <StatusTag status={lead.status} /> },
  {
    key: 'created',
    title: 'Created',
    width: 144,
    render: (_, lead) => <Created instant={lead.created_at} />,
  },
  { key: 'actions', title: 'Actions', width: 184, render: (_, lead) => <LeadActions lead={lead} /> },
]

function Created({ instant }: { instant: string }) {
  return <RelativeTime instant={instant} now={useStore($now)} />
}

/** One page of leads, already filtered and sorted, in the five columns of section 2. */
export function LeadTable({ leads, sort }: { leads: readonly Lead[]; sort: LeadSort }) {
  const columns = COLUMNS.map((column) => {
    const sorted = LEAD_COLUMNS.find((name) => name === column.key)
    if (!sorted) return { ...column, shouldCellUpdate }
    const order = sort.direction === 'ascending' ? ('ascend' as const) : ('descend' as const)
    return {
      ...column,
      shouldCellUpdate,
      sorter: true,
      sortOrder: sort.column === sorted ? order : null,
      // Newest first is how the list stands anyway: from there a click leads to oldest first.
      ...(sorted === 'created' && {
        sortDirections: ['ascend' as const, 'descend' as const, 'ascend' as const],
      }),
    }
  })
  return (
    <Table<Lead>
      className="lead-table"
      rowKey="id"
      tableLayout="fixed"
      columns={columns}
      dataSource={leads}
      pagination={false}
      showSorterTooltip={false}
      onChange={(_, __, sorter) => {
        const { columnKey, order } = Array.isArray(sorter) ? (sorter[0] ?? {}) : sorter
        const column = LEAD_COLUMNS.find((name) => name === columnKey)
        const direction = order === 'ascend' ? 'ascending' : 'descending'
        changeLeadView({ sort: column && order ? { column, direction } : NEWEST_FIRST })
      }}
    />
  )
}
