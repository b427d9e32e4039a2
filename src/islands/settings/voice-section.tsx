import { capitalized } from '../../domain/common/capitalized.ts'
import { TONES } from '../../domain/settings/options.ts'
import { AreaField, ChoiceField, SwitchField, TextField } from './fields.tsx'
import { Section } from './section.tsx'
import { WithPreview } from './with-preview.tsx'

/** The agent's name and tone (section 2, Agent Voice). */
export function VoiceSection() {
  return (
    <Section id="voice" lead="Your agent's name, and how it talks.">
      <WithPreview>
        <div className="field-grid">
          <TextField field="agent_name" placeholder="Sam" />
          <ChoiceField field="personality_tone" options={TONES} labelOf={capitalized} />
        </div>
        <SwitchField field="use_emojis" note="A few, where they suit the tone." />
        <AreaField
          field="prompt_summary"
          note="In your own words: what the agent should know and how it should come across."
        />
      </WithPreview>
    </Section>
  )
}
