import './dialogs.css'
import { useStore } from '@nanostores/react'
import App from 'antd/es/app'
import Modal from 'antd/es/modal'
import { type FormEvent, useId, useState } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { LIMITS } from '../../contract/limits.ts'
import { changedFields, FORM_FIELDS, formOf, formProblem } from '../../domain/lead-form.ts'
import { reasonOf } from '../../stores/failures.ts'
import { $leadForm, closeLeadForm, saveLeadForm } from '../../stores/lead-form.ts'
import { STILL } from '../../ui/still.ts'

/** Adds a lead by hand, or changes one. */
export default function LeadFormDialog() {
  const open = useStore($leadForm)
  return (
    <Modal
      {...STILL}
      open={open !== null}
      title={open?.lead ? 'Edit lead' : 'Add lead'}
      footer={null}
      width={640}
      centered
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={closeLeadForm}
    >
      {open && <Form lead={open.lead} />}
    </Modal>
  )
}

function Form({ lead }: { lead: Lead | null }) {
  const { message } = App.useApp()
  const id = useId()
  const [before] = useState(() => formOf(lead))
  const [form, setForm] = useState(before)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = formProblem(form)
    setProblem(wrong)
    if (wrong) return
    setSaving(true)
    try {
      await saveLeadForm(lead, changedFields(before, form))
      message.success(lead ? 'Lead saved' : 'Lead added')
    } catch (error) {
      setProblem(reasonOf(error))
      setSaving(false)
    }
  }

  return (
    <form className="dialog-form" onSubmit={save}>
      <div className="form-grid">
        {FORM_FIELDS.map(({ name, label, kind }) => {
          const shared = {
            id: `${id}-${name}`,
            value: form[name],
            onChange: ({ target }: { target: { value: string } }) =>
              setForm({ ...form, [name]: target.value }),
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
      {problem && (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="dialog-actions">
        <button type="button" className="button quiet" onClick={closeLeadForm}>
          Cancel
        </button>
        <button type="submit" className="button" disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save'}
        </button>
      </div>
    </form>
  )
}
