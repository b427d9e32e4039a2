import { useEffect } from 'react'
import { type ToastContent, toasts } from './toasts.ts'

/** Returns the toasts. A toast outlives the component that opened it. */
export const useToast = () => toasts

/** Seconds during which a toast offers Undo. */
export const UNDO_TIME = 8

export const withUndo = (text: string, undo: () => void): ToastContent => ({
  text,
  action: { label: 'Undo', act: undo },
})

/** Returns the content of a toast with a reason below the title. */
export const withReason = (text: string, reason: string): ToastContent => ({ text, reason })

/**
 * Shows a toast (section 8) once per loading failure, unless no organization is selected, or the shell already says
 * that the server can't be reached.
 */
export function useFailureToast(content: string, error: Error | null): void {
  useEffect(() => {
    const isSaid = document.documentElement.hasAttribute('data-outage')
    if (error && error.name !== 'OrganizationError' && !isSaid) toasts.error({ key: content, content })
  }, [content, error])
}
