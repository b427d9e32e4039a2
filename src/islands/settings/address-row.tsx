import { useStore } from '@nanostores/react'
import Input from 'antd/es/input'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { confirmedAddress, typedAddress } from '../../domain/common/address.ts'
import { $changedFields, setField } from '../../stores/settings/settings.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import type { AddressFieldHandle, AddressFieldProps } from '../../ui/address/field.tsx'
import { FieldRow } from './fields.tsx'
import { useField } from './use-field.ts'
import { beforeSave } from './use-save.tsx'

/** The address and its location on the map, from one search. */
export function AddressRow() {
  const text = useField('address')
  const details = useField('address_details')
  const changed = useStore($changedFields)
  const field = useRef<AddressFieldHandle>(null)
  const { Loaded, hasFailed } = useAddressField()
  const isChanged = changed.includes('address') || changed.includes('address_details')

  useEffect(() => {
    if (!isChanged) return
    return beforeSave(async () => (await field.current?.settle()) ?? true)
  }, [isChanged])

  const typed = typedAddress(text ?? '')
  const isPlaced = details !== null && details.full_address === (text ?? details.full_address)
  const value = isPlaced ? details : typed && confirmedAddress(typed)
  return (
    <FieldRow field="address">
      {(aria) =>
        Loaded ? (
          <Loaded
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
        ) : (
          <Input
            {...aria}
            readOnly={!hasFailed}
            value={text ?? details?.full_address ?? ''}
            onChange={(event) => {
              setField('address', event.target.value)
              setField('address_details', null)
            }}
          />
        )
      }
    </FieldRow>
  )
}

type Field = ComponentType<AddressFieldProps>

/** The field with suggestions is a third of the screen's size, so it loads later; until then a plain field works. */
function useAddressField() {
  const [Loaded, setLoaded] = useState<Field>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (import.meta.env.SSR) return
    let isGone = false
    import('../../ui/address/field.tsx').then(
      ({ AddressField }) => isGone || setLoaded(() => AddressField),
      () => isGone || setFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [])
  return { Loaded, hasFailed }
}
