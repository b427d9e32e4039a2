import Button from 'antd/es/button'
import Checkbox from 'antd/es/checkbox'
import Input from 'antd/es/input'
import { type KeyboardEvent, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { addService, findService, type OnboardingDraft } from '../../domain/onboarding/onboarding.ts'

interface Props {
  /** The initial options; added services come after them. */
  offered: readonly string[]
  /** The initial text of the custom service. */
  text: string
  onDraft: (change: OnboardingDraft) => void
  /** Given by the form: */
  id?: string
  value?: string[]
  onChange?: (services: string[]) => void
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false'
}

/** Checkboxes for the services of section 9 and custom ones (section 2, Custom services). */
export function ServicesField({ offered, text: typed, onDraft, value = [], onChange, id, ...aria }: Props) {
  const [services, setServices] = useState(offered)
  const [text, setText] = useState(typed)
  const isFull = services.length >= LIMITS.services

  const type = (next: string) => {
    setText(next)
    onDraft({ custom_text: next })
  }

  const add = () => {
    if (text.trim() === '' || isFull) return
    const next = addService(services, text)
    const added = findService(next, text)
    setServices(next)
    setText('')
    onDraft({ custom_services: [...next], custom_text: '' })
    if (added && !value.includes(added)) onChange?.([...value, added])
  }

  const keyDown = (event: KeyboardEvent) => {
    // Enter adds the typed service instead of submitting the step.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    add()
  }

  return (
    <fieldset className="services" id={id} tabIndex={-1} {...aria}>
      <legend className="hidden-text">Services offered</legend>
      <Checkbox.Group
        className="services-list"
        options={services.map((service) => ({ value: service, label: service }))}
        value={value}
        onChange={onChange}
      />
      <div className="services-add">
        <Input
          aria-label="Another service"
          placeholder="Another service"
          maxLength={LIMITS.name}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={keyDown}
        />
        <Button onClick={add} disabled={text.trim() === '' || isFull}>
          Add
        </Button>
      </div>
    </fieldset>
  )
}
