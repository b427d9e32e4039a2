import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { parse } from 'valibot'
import { AgentStep } from '../../contract/onboarding.ts'
import { ONBOARDING_TONES } from '../../contract/tones.ts'
import { type AgentFields, agentFields } from '../../domain/onboarding/onboarding.ts'
import { offeredServices } from '../../domain/onboarding/services.ts'
import { type StepPayload, storeOnboardingDraft } from '../../stores/onboarding/onboarding.ts'
import { type StepField, stepField } from '../../stores/onboarding/step-field.ts'
import { TonePicker } from '../../ui/tone-picker.tsx'
import { FieldRow, labelId, StepForm, StepSummary, TextField, useSummary } from './fields.tsx'
import { ServicesField } from './services-field.tsx'
import { formId } from './step-footer.tsx'
import { useStart } from './use-start.ts'

const { entries } = AgentStep
const ID = formId(2)

/** Step 2, Services & Agent Identity. */
export function AgentStepForm({ onSubmit }: { onSubmit: (payload: StepPayload) => Promise<void> }) {
  const start = useStart()
  const [fields] = useState(() => {
    const values = agentFields(start)
    const field = <Name extends keyof AgentFields>(name: Name) =>
      stepField(entries[name], values[name], (value) => storeOnboardingDraft({ [name]: value }))
    return {
      services_offered: field('services_offered'),
      agent_name: field('agent_name'),
      personality_tone: field('personality_tone'),
    }
  })
  const [isSummary, edit] = useSummary(fields)
  const send = () => {
    const body = parse(AgentStep, {
      services_offered: fields.services_offered.$value.get(),
      agent_name: fields.agent_name.$value.get(),
      personality_tone: fields.personality_tone.$value.get(),
    })
    void onSubmit({ step: 2, body })
  }
  if (isSummary) {
    const tone = ONBOARDING_TONES.find(({ value }) => value === fields.personality_tone.$value.get())
    const values = {
      'Services offered': fields.services_offered.$value.get().join(', '),
      'Agent name': fields.agent_name.$value.get(),
      'Agent personality': tone?.label ?? '',
    }
    return (
      <StepForm id={ID} fields={fields} onSubmit={send}>
        <StepSummary values={values} onChange={edit} />
      </StepForm>
    )
  }
  return (
    <StepForm id={ID} fields={fields} onSubmit={send}>
      <ServicesField
        id={`${ID}_services_offered`}
        field={fields.services_offered}
        offered={offeredServices(start)}
        text={start.draft.custom_text ?? ''}
        onDraft={storeOnboardingDraft}
      />
      <TextField
        id={`${ID}_agent_name`}
        label="Agent name"
        field={fields.agent_name}
        autoComplete="off"
        placeholder="What your customers will call your agent"
      />
      <ToneField field={fields.personality_tone} />
    </StepForm>
  )
}

type Tone = AgentFields['personality_tone']

function ToneField({ field }: { field: StepField<Tone> }) {
  const tone = useStore(field.$value)
  return (
    <FieldRow id={`${ID}_personality_tone`} label="Agent personality" field={field} isGroup>
      {(aria) => (
        <TonePicker
          {...aria}
          aria-labelledby={labelId(aria.id)}
          aria-required
          tones={ONBOARDING_TONES}
          value={tone}
          onChange={(value) => field.set(value as Tone)}
        />
      )}
    </FieldRow>
  )
}
