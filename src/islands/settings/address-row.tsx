import '../../ui/address/field.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { type ComponentType, useEffect, useRef } from 'react'
import { confirmedAddress, typedAddress } from '../../domain/common/address.ts'
import { $changedFields, setField } from '../../stores/settings/settings.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import type { AddressFieldHandle, AddressFieldProps } from '../../ui/address/field.tsx'
import { usePart } from '../../ui/use-part.ts'
import { FieldRow } from './fields.tsx'
import { useField } from './use-field.ts'
import { beforeSave } from './use-save.tsx'

const $isAddressChanged = computed(
  $changedFields,
  (fields) => fields.includes('address') || fields.includes('address_details'),
)

/** The address and its location on the map, from one search. */
export function AddressRow() {
  const text = useField('address')
  const details = useField('address_details')
  const isChanged = useStore($isAddressChanged)
  const field = useRef<AddressFieldHandle>(null)
  const { Part: Loaded, failures } = usePart(loadField)

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
          <div className="address-field">
            <input
              {...aria}
              type="text"
              className="field-box text-input"
              readOnly={failures === 0}
              value={text ?? details?.full_address ?? ''}
              onChange={(event) => {
                setField('address', event.target.value)
                setField('address_details', null)
              }}
            />
            {value?.coordinates && failures === 0 && <span className="skeleton address-space" />}
          </div>
        )
      }
    </FieldRow>
  )
}

/** Loads the field with suggestions, which is a third of the screen's size. Until then, a plain field works. */
async function loadField(): Promise<ComponentType<AddressFieldProps>> {
  if (import.meta.env.SSR) return () => null
  const [{ AddressField }, { AntdFrame }] = await Promise.all([
    import('../../ui/address/field.tsx'),
    import('../../ui/antd-frame.tsx'),
  ])
  return (props) => (
    <AntdFrame>
      <AddressField {...props} />
    </AntdFrame>
  )
}
