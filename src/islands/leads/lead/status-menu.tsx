import Dropdown from 'antd/es/dropdown'
import { cloneElement, type ReactElement, type Ref, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { STATUS_OPTIONS } from '../../../domain/leads/status.ts'
import { AntdFrame } from '../../../ui/antd-frame.tsx'
import { useStatusUpdate } from './use-status-update.ts'

const ITEMS = STATUS_OPTIONS.map(({ value, label }) => ({ key: value, label }))

interface Props {
  lead: Lead
  isDisabled: boolean
  /** The button that opens and closes it. */
  children: ReactElement<{ ref?: Ref<HTMLButtonElement> }>
}

/** The menu of the three statuses below a lead's Update button. It mounts open, because it loads on the first click. */
export default function StatusMenu({ lead, isDisabled, children }: Props) {
  const [isOpen, setOpen] = useState(true)
  const button = useRef<HTMLButtonElement>(null)
  const update = useStatusUpdate()
  return (
    <AntdFrame>
      <Dropdown
        trigger={['click']}
        autoFocus
        open={isOpen}
        onOpenChange={setOpen}
        disabled={isDisabled}
        classNames={{ root: 'lead-status-menu' }}
        menu={{
          items: ITEMS,
          selectable: true,
          selectedKeys: [lead.status],
          onClick: ({ key }) => {
            // A dialog that follows returns the focus to the previously focused element. The menu is gone by then, so
            // focus the button first.
            button.current?.focus()
            void update(lead, key)
          },
        }}
      >
        {cloneElement(children, { ref: button })}
      </Dropdown>
    </AntdFrame>
  )
}
