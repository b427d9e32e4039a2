import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { FieldMap, MAPPED_FIELDS } from '../../contract/hubspot.ts'
import { FIELD_LABELS } from '../../domain/integrations/transfers.ts'
import { $savingFields, saveFields } from '../../stores/integrations/hubspot-connection.ts'
import { $isAdmin } from '../../stores/session/session.ts'
import { reasonOf } from '../../stores/shell/failures.ts'

/** Which contact property holds which field. The name, email, and phone number have properties of their own. */
export function HubspotFields({ stored }: { stored: FieldMap }) {
  const id = useId()
  const isAdmin = useStore($isAdmin)
  const isSaving = useStore($savingFields)
  const [edited, setEdited] = useState<FieldMap | null>(null)
  const [message, setMessage] = useState<{ tone: 'error' | 'done'; text: string } | null>(null)
  const map = edited ?? stored
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const checked = v.safeParse(FieldMap, map)
    if (!checked.success) {
      const [issue] = checked.issues
      const field = MAPPED_FIELDS.find((each) => each === issue.path?.[0]?.key)
      setMessage({ tone: 'error', text: `${field ? `${FIELD_LABELS[field]}: ` : ''}${issue.message}.` })
      return
    }
    try {
      await saveFields(checked.output)
      setEdited(null)
      setMessage({ tone: 'done', text: 'Saved. All leads are compared with HubSpot again.' })
    } catch (error) {
      setMessage({ tone: 'error', text: `The fields are not saved. ${reasonOf(error)}` })
    }
  }
  return (
    <form className="hubspot-fields" onSubmit={(event) => void save(event)}>
      <p className="muted">
        Name, email, and phone number use HubSpot’s own properties. For the others, enter a property’s
        internal name; blank fields are not transferred. Changes flow both ways, and the newer one wins.
      </p>
      {MAPPED_FIELDS.map((field) => (
        <label key={field} htmlFor={`${id}-${field}`}>
          <span>{FIELD_LABELS[field]}</span>
          <input
            id={`${id}-${field}`}
            className="field-box"
            value={map[field]}
            maxLength={100}
            placeholder="Not transferred"
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            readOnly={!isAdmin}
            onChange={(event) => {
              setMessage(null)
              setEdited({ ...map, [field]: event.target.value })
            }}
          />
        </label>
      ))}
      <p
        role={message?.tone === 'error' ? 'alert' : 'status'}
        className={message?.tone === 'error' ? 'dialog-error' : 'muted'}
      >
        {message?.text}
      </p>
      {isAdmin && edited && (
        <button type="submit" className="button" disabled={isSaving}>
          {isSaving ? 'Saving…' : 'Save Fields'}
        </button>
      )}
    </form>
  )
}
