import { useEffect, useRef, useState } from 'react'
import type { FormField } from '../../../domain/leads/form.ts'

/** Which detail of a lead is being edited. After its field has closed, its button receives focus. */
export function useFactEdit() {
  const [edited, setEdited] = useState<FormField | null>(null)
  const left = useRef<FormField | null>(null)
  useEffect(() => {
    if (edited !== null || left.current === null) return
    document.querySelector<HTMLElement>(`[data-fact="${left.current}"]`)?.focus()
    left.current = null
  }, [edited])
  const close = (name: FormField, returnsFocus: boolean) => {
    if (returnsFocus) left.current = name
    setEdited((current) => (current === name ? null : current))
  }
  return { edited, edit: setEdited, close }
}
