import './sheet.css'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

interface Props {
  title: string
  /** Called when the user closes the sheet. */
  onClosed: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A modal sheet that is open while it is mounted. It slides up from the bottom edge on a phone, and is a small dialog
 * on wider screens. An element with the class `sheet-foot` stays at the bottom while the content scrolls.
 */
export function Sheet({ title, onClosed, children }: Props) {
  return (
    <Dialog title={title} className="sheet" onCancel={onClosed}>
      {children(onClosed)}
    </Dialog>
  )
}
