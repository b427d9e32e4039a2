import '../../../ui/form.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { LIMITS } from '../../../contract/limits.ts'
import {
  changedFields,
  FORM_FIELDS,
  type FormField,
  followed,
  formConflicts,
  formOf,
  formProblem,
  startForm,
} from '../../../domain/leads/form.ts'
import { leadLabel } from '../../../domain/leads/name.ts'
import { leadPath } from '../../../domain/leads/path.ts'
import { reasonOf } from '../../../stores/base/failures.ts'
import type { Outcome } from '../../../stores/base/outbox/outbox.ts'
import { $account } from '../../../stores/base/session/account.ts'
import { $hasInbox } from '../../../stores/conversations/presence.ts'
import { askToBookNew } from '../../../stores/leads/change-call.ts'
import { keepUnsavedLead, unsavedLead } from '../../../stores/leads/drafts.ts'
import {
  $leadForm,
  closeLeadForm,
  currentLeadOf,
  saveLeadForm,
  type TypedLead,
} from '../../../stores/leads/form.ts'
import { $offered } from '../../../stores/settings/profile.ts'
import { Button } from '../../../ui/button.tsx'
import { ConflictList } from '../../../ui/conflict-list.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorText } from '../../../ui/failure-panel.tsx'
import { UNDO_TIME, useToast } from '../../../ui/toast.tsx'

/** What a lead's name can be made of besides the form. */
const UNNAMED = { conversation_id: null, contact_name: null, contact_email: null, contact_phone: null }

export default function LeadFormDialog() {
  const open = useStore($leadForm)
  return (
    <Dialog
      open={open !== null}
      title={open?.lead ? 'Edit lead' : 'Add lead'}
      width={640}
      closesOutside={false}
      onCancel={closeLeadForm}
    >
      {open && <Form key={open.lead?.id} {...open} />}
    </Dialog>
  )
}

function Form({ lead, typed }: { lead: Lead | null; typed?: TypedLead | undefined }) {
  const toast = useToast()
  const id = useId()
  const [account] = useState(() => $account.get())
  const offered = useStore($offered)
  // Other APIs book no calls.
  const canBook = useStore($hasInbox) === true
  /** The lead on the server, the form's original values, and its current values. */
  const [{ read, before, form }, setState] = useState(() => {
    const start = { read: lead, ...startForm(lead, typed) }
    return lead ? start : { ...start, form: { ...start.form, ...unsavedLead(account) } }
  })
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const theirs = formOf(read)
  useEffect(() => {
    if (!lead && !isSaving) keepUnsavedLead(account, form)
  }, [account, lead, form, isSaving])
  const conflicts = read ? formConflicts(before, form, theirs) : []

  /** Says that the lead was added, and offers what comes next: to open it or, once the server has it, to book. */
  const announce = (leadId: string, outcome: Outcome) => {
    const { name } = leadLabel({ ...UNNAMED, ...form, id: leadId })
    const book = { label: `Book ${offered.kind}…`, act: () => askToBookNew(leadId, name) }
    toast.success({
      duration: UNDO_TIME,
      content: {
        text: 'Lead added',
        href: leadPath(leadId),
        action: outcome === 'sent' && canBook ? book : undefined,
      },
    })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = conflicts.length > 0 ? 'Please choose what to keep.' : formProblem(form)
    setProblem(wrong)
    if (wrong) return
    setSaving(true)
    try {
      const { leadId, outcome } = await saveLeadForm(read, changedFields(before, form))
      if (lead) toast.success('Lead saved')
      else announce(leadId, outcome)
    } catch (error) {
      if (!isOpen.current) toast.error(`Failed to save the lead. ${reasonOf(error)}`)
      const current = currentLeadOf(error)
      if (current) {
        setState({ read: current, ...followed(before, form, formOf(current)) })
        requestAnimationFrame(() => document.getElementById('conflicts')?.focus())
      }
      setProblem(reasonOf(error))
      setSaving(false)
    }
  }
  const resolve = (field: string, isMine: boolean) => {
    const value = { [field]: theirs[field as FormField] }
    setProblem(null)
    setState({ read, before: { ...before, ...value }, form: isMine ? form : { ...form, ...value } })
  }

  return (
    <form className="dialog-form" onSubmit={save}>
      <ConflictList
        conflicts={conflicts.map(({ field, mine, theirs: value }) => ({
          field,
          label: FORM_FIELDS.find(({ name }) => name === field)?.label ?? field,
          mine,
          theirs: value,
        }))}
        onKeep={(field) => resolve(field, true)}
        onTake={(field) => resolve(field, false)}
      />
      <div className="form-grid">
        {FORM_FIELDS.map(({ name, label, kind }, at) => {
          const shared = {
            id: `${id}-${name}`,
            className: 'field-box',
            value: form[name],
            'data-autofocus': (!lead && at === 0) || undefined,
            onChange: ({ target }: { target: { value: string } }) =>
              setState({ read, before, form: { ...form, [name]: target.value } }),
          }
          return (
            <div key={name} className="field" data-long={kind === 'long' || undefined}>
              <label htmlFor={shared.id}>{label}</label>
              {kind === 'long' ? (
                <textarea rows={3} maxLength={LIMITS.longText} {...shared} />
              ) : (
                <input type={kind} maxLength={LIMITS.line} autoComplete="off" {...shared} />
              )}
            </div>
          )
        })}
      </div>
      <ErrorText text={problem} />
      <div className="dialog-actions">
        <Button
          quiet
          text="Cancel"
          onClick={() => {
            if (!lead) keepUnsavedLead(account, null)
            closeLeadForm()
          }}
        />
        <Button type="submit" text={isSaving ? 'Saving…' : 'Save'} disabled={isSaving} />
      </div>
    </form>
  )
}
