import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import * as v from 'valibot'
import { FieldMap, MAPPED_FIELDS } from '../../contract/hubspot.ts'
import { type ChangesOf, findConflicts, keepTyped } from '../../domain/common/three-way.ts'
import { FIELD_LABELS } from '../../domain/integrations/transfers.ts'
import {
  $contactProperties,
  $savingFields,
  saveFields,
} from '../../stores/integrations/hubspot-connection.ts'
import { $isAdmin } from '../../stores/session/session.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { Button } from '../../ui/button.tsx'
import { HubspotProperty } from './hubspot-property.tsx'

/** Maps fields to contact properties. The name, email, and phone number have fixed properties. */
export function HubspotFields({ stored }: { stored: FieldMap }) {
  const id = useId()
  const isAdmin = useStore($isAdmin)
  const isSaving = useStore($savingFields)
  const { data: found, status, error } = useStore($contactProperties)
  const properties = found && found.problem === null ? found.properties : null
  const isLoading = found === undefined && status !== 'failed'
  const unknown = found?.problem ?? (status === 'failed' ? reasonOf(error) : null)
  const [edited, setEdited] = useState<ChangesOf<FieldMap>>({})
  const [message, setMessage] = useState<{ tone: 'error' | 'done'; text: string } | null>(null)
  const typed = Object.entries(edited).map(([field, change]) => [field, change.mine])
  const map: FieldMap = { ...stored, ...Object.fromEntries(typed) }
  const conflicts = findConflicts(edited, stored, (_, a, b) => a === b)
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (conflicts.length > 0) {
      const theirs = conflicts.map(
        ({ field, theirs }) => `Someone else chose ${theirs || 'no property'} for ${FIELD_LABELS[field]}.`,
      )
      setMessage({ tone: 'error', text: `${theirs.join(' ')} To replace it, save again.` })
      setEdited(conflicts.reduce((changes, { field }) => keepTyped(changes, stored, field), edited))
      return
    }
    const checked = v.safeParse(FieldMap, map)
    if (!checked.success) {
      const [issue] = checked.issues
      const field = MAPPED_FIELDS.find((each) => each === issue.path?.[0]?.key)
      setMessage({ tone: 'error', text: `${field ? `${FIELD_LABELS[field]}: ` : ''}${issue.message}.` })
      return
    }
    try {
      await saveFields(checked.output, stored)
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
        <label key={field} htmlFor={`${id}-${field}`}>
          <span>{FIELD_LABELS[field]}</span>
          <HubspotProperty
            id={`${id}-${field}`}
            field={field}
            value={map[field]}
            properties={properties}
            isReadOnly={!isAdmin || isLoading}
            onChange={(value) => {
              setMessage(null)
              setEdited({ ...edited, [field]: { base: edited[field]?.base ?? stored[field], mine: value } })
            }}
          />
        </label>
      ))}
      <p
        role={message?.tone === 'error' ? 'alert' : 'status'}
        className={message?.tone === 'error' ? 'error-text' : 'muted'}
      >
        {message?.text}
      </p>
      {isAdmin && typed.length > 0 && (
        <Button type="submit" text={isSaving ? 'Saving…' : 'Save Fields'} disabled={isSaving} />
      )}
    </form>
  )
}
