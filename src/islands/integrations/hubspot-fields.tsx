import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { FieldMap, MAPPED_FIELDS } from '../../contract/hubspot.ts'
import { FIELD_LABELS } from '../../domain/integrations/transfers.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $isAdmin } from '../../stores/base/session/session.ts'
import {
  $contactProperties,
  $savingFields,
  saveFields,
} from '../../stores/integrations/hubspot-connection.ts'
import { Button } from '../../ui/button.tsx'
import { HubspotProperty } from './hubspot-property.tsx'

/** Says which fields someone else has changed. */
function changesText(stored: FieldMap, theirs: FieldMap): string {
  const changed = MAPPED_FIELDS.filter((field) => theirs[field] !== stored[field])
  const list = changed.map((field) => `${FIELD_LABELS[field]} is now ${theirs[field] || 'not transferred'}`)
  return `The fields were not saved, because someone else has changed them: ${list.join(', ')}.`
}

/** Maps fields to contact properties. The name, email, and phone number have fixed properties. */
export function HubspotFields({ stored }: { stored: FieldMap }) {
  const id = useId()
  const isAdmin = useStore($isAdmin)
  const isSaving = useStore($savingFields)
  const { data: found, status, error } = useStore($contactProperties)
  const properties = found && found.problem === null ? found.properties : null
  const isLoading = found === undefined && status !== 'failed'
  const unknown = found?.problem ?? (status === 'failed' ? reasonOf(error) : null)
  const [edited, setEdited] = useState<Partial<FieldMap>>({})
  const [message, setMessage] = useState<{ tone: 'error' | 'done'; text: string } | null>(null)
  const map: FieldMap = { ...stored, ...edited }
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
      const theirs = await saveFields(checked.output, stored)
      if (theirs) {
        setMessage({ tone: 'error', text: `${changesText(stored, theirs)} To replace them, save again.` })
        return
      }
      setEdited({})
      setMessage({ tone: 'done', text: 'Saved. All leads are compared with HubSpot again.' })
    } catch (error) {
      setMessage({ tone: 'error', text: `The fields were not saved. ${reasonOf(error)}` })
    }
  }
  return (
    <form className="hubspot-fields" onSubmit={(event) => void save(event)}>
      <p className="muted">
        Name, email, and phone number use HubSpot’s own properties. For the others, choose a contact property
        of your account. Changes flow both ways, and the newer one wins.
      </p>
      {isLoading && (
        <p className="muted" role="status">
          Loading the properties of your HubSpot account…
        </p>
      )}
      {unknown !== null && (
        <p className="error-text" role="alert">
          HubSpot did not return its properties: {unknown.replace(/\.$/, '')}. Enter a property’s internal
          name.
        </p>
      )}
      {MAPPED_FIELDS.map((field) => (
        <div key={field} className="hubspot-field">
          <label htmlFor={`${id}-${field}`}>{FIELD_LABELS[field]}</label>
          <HubspotProperty
            id={`${id}-${field}`}
            field={field}
            value={map[field]}
            properties={properties}
            isReadOnly={!isAdmin || isLoading}
            onChange={(value) => {
              setMessage(null)
              setEdited({ ...edited, [field]: value })
            }}
          />
        </div>
      ))}
      <p
        role={message?.tone === 'error' ? 'alert' : 'status'}
        className={message?.tone === 'error' ? 'error-text' : 'muted'}
      >
        {message?.text}
      </p>
      {isAdmin && Object.keys(edited).length > 0 && (
        <Button type="submit" text={isSaving ? 'Saving…' : 'Save Fields'} disabled={isSaving} />
      )}
    </form>
  )
}
