import './sheet.css'
import type { ReactNode } from 'react'
import { NativeDialog } from './native-dialog.tsx'

interface Props {
  title: string
  /** Called once after it closes for any reason. */
  onClosed: () => void
  children: (close: () => void) => ReactNode
}

/**
 * A modal sheet, open while it is mounted: from the bottom edge on a phone, a small dialog on wider screens. Content
 * scrolls below the title; an element with the class `sheet-foot` stays at the bottom.
 */
export function Sheet({ title, onClosed, children }: Props) {
  return (
    <NativeDialog title={title} className="sheet" onClosed={onClosed}>
      {(close) => (
        <>
          <button type="button" className="sheet-close" aria-label="Close" onClick={close}>
            <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6L6 18" />
            </svg>
          </button>
          {children(close)}
        </>
      )}
    </NativeDialog>
  )
}
