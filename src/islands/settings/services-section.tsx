import './services-section.css'
import { useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { addService, findService, PRESET_SERVICES } from '../../domain/onboarding/services.ts'
import { typedName, withSpanishName } from '../../domain/settings/spanish-services.ts'
import { setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { AreaField, GroupField } from './fields.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'

/** The preset and custom services, and their description (section 2, Services Offered). */
export function ServicesSection() {
  return (
    <Section id="services" lead="What visitors can ask for.">
      <ServicesRow />
      <SpanishNames />
      <AreaField
        field="services_description"
        note="What you do and what you don't. Your agent answers questions from this text."
        rows={5}
      />
    </Section>
  )
}

function ServicesRow() {
  const chosen = useField('services_offered')
  const [added, setAdded] = useState<readonly string[]>([])
  const [text, setText] = useState('')
  const offered = [...added, ...chosen].reduce<readonly string[]>(addService, PRESET_SERVICES)
  const isFull = chosen.length >= LIMITS.services

  const add = () => {
    if (text.trim() === '' || isFull) return
    const service = findService(offered, text) ?? text.trim()
    setAdded((before) => addService(before, service))
    setText('')
    if (!chosen.includes(service)) setField('services_offered', [...chosen, service])
  }

  return (
    <GroupField field="services_offered" className="service-choices">
      {offered.map((service) => (
        <label key={service} className="chip">
          <input
            type="checkbox"
            checked={chosen.includes(service)}
            disabled={isFull && !chosen.includes(service)}
            onChange={({ target }) => {
              setAdded((before) => addService(before, service))
              setField(
                'services_offered',
                target.checked ? [...chosen, service] : chosen.filter((each) => each !== service),
              )
            }}
          />
          {service}
        </label>
      ))}
      <span className="service-add">
        <input
          type="text"
          className="field-box text-input"
          aria-label="Another service"
          placeholder="Another service"
          maxLength={LIMITS.name}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            add()
          }}
        />
        <Button quiet text="Add" onClick={add} disabled={text.trim() === '' || isFull} />
      </span>
    </GroupField>
  )
}

/** What each chosen service is called in Spanish. Hidden if the API has no such names. */
function SpanishNames() {
  const chosen = useField('services_offered')
  const names = useField('services_spanish')
  if (names === undefined || chosen.length === 0) return null
  return (
    <GroupField
      field="services_spanish"
      className="service-names"
      note="What your agent calls these services in Spanish chats. Leave a name empty to use the English one. Leads always show the English name."
    >
      {chosen.map((service) => (
        <label key={service}>
          <span dir="auto">{service}</span>
          <input
            type="text"
            className="field-box text-input"
            lang="es"
            dir="auto"
            autoComplete="off"
            placeholder={service}
            maxLength={LIMITS.name}
            value={typedName(service, names)}
            onChange={({ target }) =>
              setField('services_spanish', withSpanishName(names, chosen, service, target.value))
            }
          />
        </label>
      ))}
    </GroupField>
  )
}
