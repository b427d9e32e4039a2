import { type ReactNode, useEffect, useId, useRef } from 'react'

interface Props {
  title: string
  /** Called once, when the dialog has closed by whichever way. */
  onClosed: () => void
  children: (close: () => void) => ReactNode
}

/** The browser's own modal dialog: Escape and a press beside it close it, and the focus goes back. */
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
