import { type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  title: string
  /** Called once after the dialog closes for any reason. */
  onClosed: () => void
  children: (close: () => void) => ReactNode
}

/** The browser's modal dialog: Escape or a click outside closes it and returns the focus. */
export function Modal({ title, onClosed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog className="modal" ref={dialog} aria-labelledby={titleId} onClose={onClosed} closedby="any">
      <h2 id={titleId}>{title}</h2>
      {children(close)}
    </dialog>
  )
}
