import './dialog.css'
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { raiseToasts } from './toasts.ts'

interface Props {
  title: ReactNode
  className?: string | undefined
  /** Whether it is shown. Its content is removed while it is not. */
  open?: boolean
  /** Pixels, or a CSS length; 480 px unless given. Never wider than the window. */
  width?: number | string
  /** Whether a click outside closes it. Escape always does. */
  closesOutside?: boolean
  /** Controls in the head, after the title. */
  actions?: ReactNode
  /** Content of the foot, below what scrolls. */
  footer?: ReactNode
  /** Called when the user closes it: by the button, Escape, or a click outside. */
  onCancel: () => void
  /** Called once after it has left the page. */
  afterClose?: (() => void) | undefined
  children: ReactNode
}

/**
 * The browser's modal dialog. The head and the foot stay in place while the content scrolls. Opening focuses the
 * element with `data-autofocus`, else the dialog; closing returns the focus to where it was. With the class
 * `phone-dialog`, it fills the screen of a phone.
 */
export function Dialog({ open = true, ...props }: Props) {
  return open ? <OpenDialog {...props} /> : null
}

/** A ref that focuses an element when it appears, because what had the focus is gone. */
export const focus = (element: HTMLElement | null): void => element?.focus()

function OpenDialog({
  title,
  className = '',
  width = 480,
  closesOutside = true,
  actions,
  footer,
  onCancel,
  afterClose,
  children,
}: Omit<Props, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const closed = useRef(afterClose)
  useLayoutEffect(() => {
    closed.current = afterClose
  })
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    const stopWaiting = afterClerkDialog(() => {
      shown.showModal()
      // The browser focuses the close button.
      const field = shown.querySelector<HTMLElement>('[data-autofocus]') ?? shown
      field.focus()
      raiseToasts()
    })
    return () => {
      stopWaiting()
      raiseToasts(shown)
      // Closes it while it is still in the page, so that the browser returns the focus.
      shown.close()
      closed.current?.()
    }
  }, [])
  return (
    <dialog
      className={`dialog ${className}`}
      style={{ '--dialog-width': typeof width === 'number' ? `${width}px` : width } as CSSProperties}
      ref={dialog}
      tabIndex={-1}
      aria-labelledby={titleId}
      closedby={closesOutside ? 'any' : 'closerequest'}
      onCancel={(event) => {
        // Also the cancel events of file inputs bubble here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isPageLeaving()) onCancel()
      }}
      // The browser closes it without asking on a second Escape.
      onClose={(event) => event.target === event.currentTarget && onCancel()}
    >
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        {actions}
        <button type="button" className="icon-button dialog-close" aria-label="Close" onClick={onCancel}>
          <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
            <path d="M6 6l12 12M18 6L6 18" />
          </svg>
        </button>
      </div>
      <div className="dialog-body">{children}</div>
      {footer && <div className="dialog-foot">{footer}</div>}
    </dialog>
  )
}

/**
 * Whether the router is swapping in another page. Until it has, a press anywhere reaches only the root element, which
 * the browser takes for a click outside.
 */
function isPageLeaving(): boolean {
  return 'astroTransition' in document.documentElement.dataset
}

/**
 * Calls `show` once no dialog of Clerk's is open. Those are not in the browser's top layer, so a modal dialog would cover
 * them and make them inert. Returns a function that stops waiting.
 */
function afterClerkDialog(show: () => void): () => void {
  const isOpen = () => document.querySelector('.cl-modalBackdrop') !== null
  if (!isOpen()) {
    show()
    return () => undefined
  }
  const observer = new MutationObserver(() => {
    if (isOpen()) return
    observer.disconnect()
    show()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  return () => observer.disconnect()
}
