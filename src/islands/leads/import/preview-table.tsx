import 'virtual:antd/table.css'
import Table from 'antd/es/table'
import type { ComponentProps, ReactNode } from 'react'
import { Frame } from '../../../ui/antd/frame.tsx'

export interface PreviewProps {
  /** The headings of the columns after the row's number. */
  labels: readonly string[]
  /** The rows, each with its cells in the order of the headings, or with the reason why it is rejected. */
  rows: readonly { row: number; cells: readonly ReactNode[]; problem: string | null }[]
}

type Row = PreviewProps['rows'][number]

/** Scrollable content must be reachable by keyboard. */
// biome-ignore lint/a11y/noNoninteractiveTabindex: antd scrolls the element around it
const FocusableTable = (props: ComponentProps<'table'>) => <table {...props} tabIndex={0} />
const COMPONENTS = { table: FocusableTable }
const SCROLL = { x: 'max-content' }

/** antd's table, in which the row's number stays in place while the other columns scroll. */
export function PreviewTable({ labels, rows }: PreviewProps) {
  return (
    <Frame>
      <Table<Row>
        aria-label="Preview"
        size="small"
        dataSource={[...rows]}
        rowKey="row"
        columns={[
          {
            key: 'row',
            title: 'Row',
            dataIndex: 'row',
            rowScope: 'row',
            fixed: 'start',
            width: 48,
            className: 'import-row-number',
          },
          ...labels.map((label, at) => ({
            key: label,
            title: label,
            className: 'import-cell',
            render: (_: unknown, { cells, problem }: Row) =>
              problem === null ? cells[at] : <span className="error-text">{problem}</span>,
            // The reason covers the cells of a rejected row.
            onCell: ({ problem }: Row) => (problem === null ? {} : { colSpan: at === 0 ? labels.length : 0 }),
          })),
        ]}
        components={COMPONENTS}
        scroll={SCROLL}
        pagination={false}
        rowHoverable={false}
      />
    </Frame>
  )
}
