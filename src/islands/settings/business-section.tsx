import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { confirmedAddress, typedAddress } from '../../domain/address.ts'
import { withScheme } from '../../domain/profile-validation.ts'
import { $changedFields, setField } from '../../stores/settings.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import { AddressField, type AddressFieldHandle } from '../../ui/address-field.tsx'
import { FieldRow, TextField } from './fields.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'
import { beforeSave } from './use-save.tsx'

/** Section 2: who the business is and how it is reached. */
export function BusinessSection() {
  return (
    <Section id="business" lead="What your agent tells visitors about your business.">
      <div className="field-grid">
        <TextField field="business_name" autoComplete="organization" />
        <TextField
          field="website_url"
          type="url"
          placeholder="https://"
          autoComplete="url"
          tidy={withScheme}
        />
        <TextField field="phone" type="tel" autoComplete="tel" />
        <TextField field="email" type="email" autoComplete="email" />
      </div>
      <AddressRow />
    </Section>
  )
}

function AddressRow() {
  const text = useField('address')
  const details = useField('address_details')
  const changed = useStore($changedFields)
  const field = useRef<AddressFieldHandle>(null)
  const isChanged = changed.includes('address') || changed.includes('address_details')

  useEffect(() => {
    if (!isChanged) return
    return beforeSave(async () => (await field.current?.settle()) ?? true)
  }, [isChanged])

  const typed = typedAddress(text ?? '')
  const value =
    details && details.full_address === (text ?? details.full_address)
      ? details
      : typed && confirmedAddress(typed)
  return (
    <FieldRow field="address">
      {(aria) => (
        <AddressField
          {...aria}
          ref={field}
          search={addressSearch()}
          placeholder="Start typing your street address"
          value={value}
          onChange={(address) => {
            setField('address', address?.full_address ?? null)
            setField('address_details', address)
          }}
        />
      )}
    </FieldRow>
  )
}
