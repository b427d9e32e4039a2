import { useEffect } from 'react'
import { type ToastContent, toasts } from './toasts.ts'

/** Returns the toasts. One stays when the component that opened it is gone. */
export const useToast = () => toasts

/** Returns the content of a toast with a button, such as Undo. */
export const withAction = (text: string, label: string, act: () => void): ToastContent => ({
  text,
  action: { label, act },
})

/** Returns the content of a toast with a reason below the title. */
export const withReason = (text: string, reason: string): ToastContent => ({ text, reason })

/** Shows a toast (section 8) once per loading failure, unless no organization is selected. */
export function useFailureToast(content: string, error: Error | null): void {
  useEffect(() => {
    if (error && error.name !== 'OrganizationError') toasts.error({ key: content, content })
  }, [content, error])
}
