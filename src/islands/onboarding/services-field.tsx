import { useStore } from '@nanostores/react'
import { type KeyboardEvent, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import type { OnboardingDraft } from '../../domain/onboarding/onboarding.ts'
import { addService, findService } from '../../domain/onboarding/services.ts'
import type { StepField } from '../../stores/onboarding/step-field.ts'
import { Button } from '../../ui/button.tsx'
import { FieldRow, labelId } from './fields.tsx'

interface Props {
  id: string
  field: StepField<string[]>
  /** The initial options. Added services follow them. */
  offered: readonly string[]
  /** The initial text of the custom service field. */
  text: string
  onDraft: (change: OnboardingDraft) => void
}

/** Checkboxes for the services from section 9 and for custom services (section 2, Custom services). */
export function ServicesField({ id, field, offered, text, onDraft }: Props) {
  const [services, setServices] = useState(offered)
  const chosen = useStore(field.$value)

  const add = (typed: string) => {
    const next = addService(services, typed)
    const added = findService(next, typed)
    setServices(next)
    onDraft({ custom_services: [...next], custom_text: '' })
    if (added && !chosen.includes(added)) field.set([...chosen, added])
  }

  return (
    <FieldRow id={id} label="Services offered" field={field} isGroup>
      {(aria) => (
        <fieldset {...aria} className="services" tabIndex={-1} aria-labelledby={labelId(id)}>
          <div className="services-list">
            {services.map((service) => (
              <label key={service}>
                <input
                  type="checkbox"
                  checked={chosen.includes(service)}
                  onChange={({ target }) =>
                    field.set(
                      target.checked ? [...chosen, service] : chosen.filter((other) => other !== service),
                    )
                  }
                />
                {service}
              </label>
            ))}
          </div>
          <ServiceAdder
            start={text}
            isFull={services.length >= LIMITS.services}
            onDraft={onDraft}
            onAdd={add}
          />
        </fieldset>
      )}
    </FieldRow>
  )
}

interface AdderProps extends Pick<Props, 'onDraft'> {
  start: string
  isFull: boolean
  onAdd: (text: string) => void
}

/** A field that adds a custom service. Manages its own text, so that typing doesn't render the list. */
function ServiceAdder({ start, isFull, onDraft, onAdd }: AdderProps) {
  const [text, setText] = useState(start)
  const canAdd = text.trim() !== '' && !isFull

  const add = () => {
    if (!canAdd) return
    setText('')
    onAdd(text)
  }

  const keyDown = (event: KeyboardEvent) => {
    // Enter adds the typed service instead of submitting the step.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }

  return (
    <div className="services-add">
      <input
        type="text"
        className="field-box onboarding-input"
        aria-label="Another service"
        autoComplete="off"
        placeholder="Another service"
        maxLength={LIMITS.name}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          onDraft({ custom_text: target.value })
        }}
        onKeyDown={keyDown}
      />
      <Button quiet text="Add" onClick={add} disabled={!canAdd} />
    </div>
  )
}
