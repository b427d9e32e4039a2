import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import type { Fact } from '../../../domain/leads/facts.ts'
import { changedFields, formOf, formProblem } from '../../../domain/leads/form.ts'
import { baseOf } from '../../../domain/leads/merge.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import { $account } from '../../../stores/base/session/account.ts'
import { updateLead } from '../../../stores/leads/changes.ts'
import { currentLeadOf, openLeadForm } from '../../../stores/leads/form.ts'
import { useToast } from '../../../ui/toast.tsx'

interface Props {
  lead: Lead
  fact: Fact
  onClose: (returnsFocus: boolean) => void
}

/**
 * The field for one detail. Enter or leaving the field saves it; a long text requires Ctrl+Enter or Cmd+Enter. Escape
 * cancels. If someone else has changed the same detail, the form opens with both values.
 */
export function FactEditor({ lead, fact: { name, label, kind }, onClose }: Props) {
  const id = useId()
  const toast = useToast()
  /** The lead and the form at the time the field opened. */
  const [read] = useState(lead)
  const [before] = useState(() => formOf(lead))
  const [value, setValue] = useState(before[name])
  const [problem, setProblem] = useState<string | null>(null)
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const isOver = useRef(false)
  useLayoutEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])

  const close = (returnsFocus: boolean) => {
    isOver.current = true
    onClose(returnsFocus)
  }

  const save = async (returnsFocus: boolean) => {
    if (isOver.current) return
    const form = { ...before, [name]: value }
    const fields = changedFields(before, form)
    const isTyped = Object.keys(fields).length > 0
    const wrong = isTyped && (formProblem(form) ?? field.current?.validationMessage)
    if (wrong) {
      setProblem(wrong)
      field.current?.focus()
      return
    }
    close(returnsFocus)
    if (!isTyped) return
    try {
      await updateLead($account.get(), read, fields)
    } catch (error) {
      const current = currentLeadOf(error)
      if (current) {
        openLeadForm(current, { type: 'update', leadId: read.id, fields, base: baseOf(read, fields) })
        return
      }
      toast.error(`Failed to save the lead. ${reasonOf(error)}`)
      openLeadForm(read, { type: 'update', leadId: read.id, fields, base: baseOf(read, fields) })
    }
  }

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close(true)
    } else if (event.key === 'Enter' && (kind !== 'long' || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void save(true)
    }
  }

  const shared = {
    id,
    ref: field,
    className: 'field-box',
    value,
    'aria-label': label,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
    onChange: ({ target }: { target: { value: string } }) => {
      setProblem(null)
      setValue(target.value)
    },
    onKeyDown: press,
    onBlur: () => void save(false),
  }
  return (
    <span className="fact-editor">
      {kind === 'long' ? (
        <textarea rows={4} maxLength={LIMITS.longText} {...shared} />
      ) : (
        <input type={kind} maxLength={LIMITS.line} autoComplete="off" enterKeyHint="done" {...shared} />
      )}
      {problem && (
        <span className="error-text" role="alert" id={`${id}-problem`}>
          {problem}
        </span>
      )}
    </span>
  )
}
