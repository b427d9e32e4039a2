import '../../ui/address/field.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useRef } from 'react'
import { confirmedAddress, typedAddress } from '../../domain/common/address.ts'
import { $changedFields, setField } from '../../stores/settings/settings.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import type { AddressFieldHandle } from '../../ui/address/field.tsx'
import { AddressMinimap } from '../../ui/address/minimap.tsx'
import { control } from '../../ui/antd/control.ts'
import { useIntent } from '../../ui/antd/use-intent.ts'
import { FieldRow } from './fields.tsx'
import { useField } from './use-field.ts'
import { beforeSave } from './use-save.tsx'

const PLACEHOLDER = 'Start typing your street address'

/** The field with suggestions is a third of the screen's size. Until the user needs it, a plain field is enough. */
const addressField = control(async () =>
  import.meta.env.SSR ? null : (await import('../../ui/address/field.tsx')).AddressField,
)

const $isAddressChanged = computed(
  $changedFields,
  (fields) => fields.includes('address') || fields.includes('address_details'),
)

/** The address and its location on the map, filled in by a single search. */
export function AddressRow() {
  const text = useField('address')
  const details = useField('address_details')
  const isChanged = useStore($isAddressChanged)
  const field = useRef<AddressFieldHandle>(null)
  const box = useRef<HTMLDivElement>(null)
  const { Part, events } = useIntent(addressField, box)
  /** Whether the user has changed the text in the plain field, and is still in it. */
  const isTyping = useRef(false)

  useEffect(() => {
    if (!isChanged) return
    return beforeSave(async () => (await field.current?.confirm()) ?? true)
  }, [isChanged])

  useEffect(() => {
    if (Part && isTyping.current) field.current?.search()
    isTyping.current = false
  }, [Part])

  const typed = typedAddress(text ?? '')
  const isPlaced = details !== null && details.full_address === (text ?? details.full_address)
  const value = isPlaced ? details : typed && confirmedAddress(typed)
  const search = addressSearch()
  return (
    <FieldRow field="address">
      {(aria) => (
        <div ref={box}>
          {Part ? (
            <Part
              {...aria}
              ref={field}
              search={search}
              placeholder={PLACEHOLDER}
              value={value}
              onChange={(address) => {
                setField('address', address?.full_address ?? null)
                setField('address_details', address)
              }}
            />
          ) : (
            <div className="address-field">
              <input
                {...aria}
                {...events}
                type="text"
                className="field-box text-input"
                placeholder={PLACEHOLDER}
                value={text ?? details?.full_address ?? ''}
                onBlur={() => {
                  events.onBlur()
                  isTyping.current = false
                }}
                onChange={(event) => {
                  isTyping.current = true
                  setField('address', event.target.value)
                  setField('address_details', null)
                }}
              />
              {search && value && <AddressMinimap address={value} search={search} />}
            </div>
          )}
        </div>
      )}
    </FieldRow>
  )
}
