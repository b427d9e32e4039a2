import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface Props {
  title: string
  className?: string
  /** Whether a click outside closes it. Escape always does. */
  closesOutside?: boolean
  /** Called once after the dialog closes for any reason. */
  onClosed: () => void
  children: (close: () => void) => ReactNode
}

/**
 * The browser's modal dialog, open while it is mounted; closing it returns the focus. For screens without antd's larger
 * `Dialog`. Does not show antd's messages and menus, which the browser draws below it.
 */
export function NativeDialog({
  title,
  className = 'modal',
  closesOutside = true,
  onClosed,
  children,
}: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Closes the dialog while it is still in the page, so that the browser returns the focus.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => shown?.close()
  }, [])
  const close = () => dialog.current?.close()
  return (
    <dialog
      className={className}
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClosed}
      closedby={closesOutside ? 'any' : 'closerequest'}
    >
      <h2 id={titleId}>{title}</h2>
      {children(close)}
    </dialog>
  )
}
