import '../../ui/address/field.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { confirmedAddress, typedAddress } from '../../domain/common/address.ts'
import { $changedFields, setField } from '../../stores/settings/settings.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import type { AddressFieldHandle, AddressFieldProps } from '../../ui/address/field.tsx'
import { AddressMinimap } from '../../ui/address/minimap.tsx'
import { usePart } from '../../ui/use-part.ts'
import { FieldRow } from './fields.tsx'
import { useField } from './use-field.ts'
import { beforeSave } from './use-save.tsx'

const PLACEHOLDER = 'Start typing your street address'

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
  const [isWanted, setWanted] = useState(false)
  const { Part: Loaded } = usePart(loadField, isWanted)
  /** The plain field while it has focus, with whether the user has changed its text. Null without focus. */
  const typing = useRef<{ input: HTMLInputElement; hasTyped: boolean }>(null)

  useEffect(() => {
    if (!isChanged) return
    return beforeSave(async () => (await field.current?.settle()) ?? true)
  }, [isChanged])

  useEffect(() => {
    if (Loaded && typing.current) field.current?.takeOver(typing.current.input, typing.current.hasTyped)
    typing.current = null
  }, [Loaded])

  const typed = typedAddress(text ?? '')
  const isPlaced = details !== null && details.full_address === (text ?? details.full_address)
  const value = isPlaced ? details : typed && confirmedAddress(typed)
  const search = addressSearch()
  const want = () => setWanted(true)
  return (
    <FieldRow field="address">
      {(aria) =>
        Loaded ? (
          <Loaded
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
              type="text"
              className="field-box text-input"
              placeholder={PLACEHOLDER}
              value={text ?? details?.full_address ?? ''}
              onPointerEnter={want}
              onFocus={(event) => {
                want()
                typing.current = { input: event.target, hasTyped: false }
              }}
              onBlur={() => {
                typing.current = null
              }}
              onChange={(event) => {
                typing.current = { input: event.target, hasTyped: true }
                setField('address', event.target.value)
                setField('address_details', null)
              }}
            />
            {search && value && <AddressMinimap address={value} search={search} />}
          </div>
        )
      }
    </FieldRow>
  )
}

/**
 * Loads the field with suggestions, which is a third of the screen's size. Until the user needs it, a plain field is
 * enough.
 */
async function loadField(): Promise<ComponentType<AddressFieldProps>> {
  if (import.meta.env.SSR) return () => null
  const { AddressField } = await import('../../ui/address/field.tsx')
  return AddressField
}
