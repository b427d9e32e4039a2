import './dialog.css'
import { type CSSProperties, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { raiseToasts } from './toasts.ts'

interface Props {
  title: ReactNode
  className?: string | undefined
  /** Whether the dialog is shown. While it isn't, its content is unmounted. */
  open?: boolean
  /** Pixels, or a CSS length. Defaults to 480 px. Never wider than the window. */
  width?: number | string
  /** Whether a click outside closes the dialog. Escape always does. */
  closesOutside?: boolean
  /** Controls in the header, after the title. */
  actions?: ReactNode
  /** Content of the footer, below the scrolling content. */
  footer?: ReactNode
  /** Whether the URL says that the dialog is open, so that Back closes it anyway. */
  isInHistory?: boolean
  /** Called when the user closes the dialog with the button, Escape, or a click outside. */
  onCancel: () => void
  /** Called once after the dialog has left the page. */
  afterClose?: (() => void) | undefined
  children: ReactNode
}

/**
 * The browser's modal dialog. The header and the footer stay in place while the content scrolls. Opening the dialog
 * focuses the element with `data-autofocus`, or the dialog itself; closing it returns focus to the previous element.
 * With the class `phone-dialog`, it fills the screen of a phone.
 */
export function Dialog({ open = true, ...props }: Props) {
  return open ? <OpenDialog {...props} /> : null
}

/** A ref callback that focuses an element when it appears, because the previously focused element has been removed. */
export const focus = (element: HTMLElement | null): void => element?.focus()

function OpenDialog({
  title,
  className = '',
  width = 480,
  closesOutside = true,
  actions,
  footer,
  isInHistory = false,
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
      // By default, the browser focuses the close button.
      const field = shown.querySelector<HTMLElement>('[data-autofocus]') ?? shown
      field.focus()
      raiseToasts()
    })
    return () => {
      stopWaiting()
      raiseToasts(shown)
      // Close the dialog while it is still in the page, so that the browser returns focus.
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
      data-in-history={isInHistory || undefined}
      closedby={closesOutside ? 'any' : 'closerequest'}
      onCancel={(event) => {
        // Cancel events of file inputs also bubble here.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        if (!isPageLeaving()) onCancel()
      }}
      // On a second Escape, the browser closes the dialog without firing `cancel`.
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
 * Returns whether the router is swapping in another page. During the swap, every press targets the root element, which
 * the browser treats as a click outside.
 */
function isPageLeaving(): boolean {
  return 'astroTransition' in document.documentElement.dataset
}

/**
 * Calls `show` once no Clerk dialog is open. Clerk's dialogs aren't in the browser's top layer, so a modal dialog would
 * cover them and make them inert. Returns a function that stops waiting.
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
