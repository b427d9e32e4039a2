import './toast.css'
import App from 'antd/es/app'
import { type ReactNode, useEffect } from 'react'

/** Returns antd's toasts. A toast stays when the component that opened it is gone. */
export const useToast = () => App.useApp().message

/** Returns the content of a toast with a button, such as Undo. */
export const withAction = (text: string, label: string, act: () => void): ReactNode => (
  <>
    {text}
    <button type="button" className="toast-action" onClick={act}>
      {label}
    </button>
  </>
)

/** Returns the content of a toast with a reason below the title. */
export const withReason = (title: string, reason: string): ReactNode => (
  <>
    <span>{title}</span>
    <br />
    <small>{reason}</small>
  </>
)

/** Shows a toast (section 8) once per loading failure, unless no organization is selected. */
export function useFailureToast(content: string, error: Error | null): void {
  const toast = useToast()
  useEffect(() => {
    if (error && error.name !== 'OrganizationError') toast.error({ key: content, content })
  }, [content, error, toast])
}
