import { useStore } from '@nanostores/react'
import { type Ref, useRef, useState } from 'react'
import { parse } from 'valibot'
import { BusinessStep } from '../../contract/onboarding.ts'
import type { AddressDetails, Profile } from '../../contract/profile.ts'
import { needsConfirmation } from '../../domain/common/address.ts'
import { counted } from '../../domain/common/counted.ts'
import { type BusinessFields, businessFields, milesOf } from '../../domain/onboarding/onboarding.ts'
import { type StepPayload, storeOnboardingDraft } from '../../stores/onboarding/onboarding.ts'
import { showStage } from '../../stores/onboarding/setup.ts'
import { type StepField, stepField } from '../../stores/onboarding/step-field.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import { AddressField, type AddressFieldHandle } from '../../ui/address/field.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldRow, StepForm, StepSummary, TextField, useSummary } from './fields.tsx'
import { formId } from './step-footer.tsx'
import { useStart } from './use-start.ts'

const { entries } = BusinessStep
const ID = formId(1)

interface Props {
  onSubmit: (payload: StepPayload) => Promise<void>
  /** Called when the address check starts and ends. */
  onChecking: (isChecking: boolean) => void
}

/** Step 1, Business Information. */
export function BusinessStepForm({ onSubmit, onChecking }: Props) {
  const start = useStart()
  const address = useRef<AddressFieldHandle>(null)
  const [fields] = useState(() => {
    const values = businessFields(start)
    const field = <Name extends keyof BusinessFields>(name: Name) =>
      stepField(entries[name], values[name], (value) => storeOnboardingDraft({ [name]: value }))
    return {
      business_name: field('business_name'),
      address: field('address'),
      service_area_radius: field('service_area_radius'),
    }
  })
  const [isSummary, edit] = useSummary(fields, isConfirmed(fields.address.$value.get()))
  const send = async () => {
    // The check can return a different address from the typed one. The summary has been checked.
    onChecking(true)
    const isFine = address.current ? await address.current.confirm() : isSummary
    onChecking(false)
    if (!isFine) return
    const body = parse(BusinessStep, {
      business_name: fields.business_name.$value.get(),
      address: fields.address.$value.get(),
      service_area_radius: fields.service_area_radius.$value.get(),
    })
    await onSubmit({ step: 1, body })
  }
  if (isSummary) {
    return (
      <StepForm id={ID} fields={fields} onSubmit={send}>
        <StepSummary values={valuesOf(fields, start.profile)} onChange={edit} />
      </StepForm>
    )
  }
  return (
    <StepForm id={ID} fields={fields} onSubmit={send}>
      {start.draft.stage === undefined && (
        <p>
          <Button link text="Fill in from my website" onClick={() => showStage('question')} />
        </p>
      )}
      <TextField
        id={`${ID}_business_name`}
        label="Business name"
        field={fields.business_name}
        autoComplete="organization"
      />
      <AddressRow field={fields.address} handle={address} />
      <RadiusField field={fields.service_area_radius} />
    </StepForm>
  )
}

const isConfirmed = (address: AddressDetails | null) => address !== null && !needsConfirmation(address)

type Fields = { [Name in keyof BusinessFields]: StepField<BusinessFields[Name]> }

function valuesOf(fields: Fields, { service_area_type, service_area_cities }: Profile) {
  const areCities = service_area_type === 'cities' && service_area_cities.length > 0
  return {
    'Business name': fields.business_name.$value.get(),
    'Business address': fields.address.$value.get()?.full_address ?? '',
    'Service area': areCities
      ? service_area_cities.join(', ')
      : `Within ${counted(fields.service_area_radius.$value.get() ?? 0, 'mile')} of this address`,
  }
}

interface AddressProps {
  field: StepField<AddressDetails | null>
  handle: Ref<AddressFieldHandle>
}

function AddressRow({ field, handle }: AddressProps) {
  const address = useStore(field.$value)
  return (
    <FieldRow id={`${ID}_address`} label="Business address" field={field}>
      {(aria) => (
        <AddressField
          {...aria}
          aria-required
          ref={handle}
          search={addressSearch()}
          placeholder="Start typing your street address"
          value={address}
          onChange={field.set}
        />
      )}
    </FieldRow>
  )
}

function RadiusField({ field }: { field: StepField<number | null> }) {
  const [text, setText] = useState(() => String(field.$value.get() ?? ''))
  return (
    <FieldRow
      id={`${ID}_service_area_radius`}
      label="Service area radius (miles)"
      note="How far from this address you take jobs, 1 to 100 miles."
      field={field}
    >
      {(aria) => (
        <input
          {...aria}
          aria-required
          type="text"
          className="field-box onboarding-input onboarding-radius"
          inputMode="decimal"
          autoComplete="off"
          maxLength={8}
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            field.set(milesOf(target.value))
          }}
        />
      )}
    </FieldRow>
  )
}
