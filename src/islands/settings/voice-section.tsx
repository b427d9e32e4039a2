import { settingsTones } from '../../domain/settings/tones.ts'
import { setField } from '../../stores/settings/settings.ts'
import { TonePicker } from '../../ui/tone-picker.tsx'
import { AreaField, FieldRow, SwitchField, TextField } from './fields.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'
import { WithPreview } from './with-preview.tsx'

/** The agent's name and tone (section 2, Agent Voice). */
export function VoiceSection() {
  return (
    <Section id="voice" lead="Your agent's name, and how it talks.">
      <WithPreview>
        <TextField field="agent_name" placeholder="Sam" />
        <ToneField />
        <SwitchField field="use_emojis" note="A few, where they suit the tone." />
        <AreaField
          field="prompt_summary"
          note="In your own words: what the agent should know and how it should come across."
        />
      </WithPreview>
    </Section>
  )
}

function ToneField() {
  const tone = useField('personality_tone') ?? ''
  return (
    <FieldRow field="personality_tone" isGroup>
      {(aria) => (
        <TonePicker
          {...aria}
          aria-labelledby="personality_tone-label"
          tones={settingsTones(tone)}
          value={tone}
          onChange={(value) => setField('personality_tone', value)}
        />
      )}
    </FieldRow>
  )
}
