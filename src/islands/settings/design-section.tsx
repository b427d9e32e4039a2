import { DEFAULT_PROFILE } from '../../contract/profile.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { BUBBLE_POSITIONS, BUBBLE_TYPES, REPLY_TIMES } from '../../domain/settings/options.ts'
import { ColorField } from './color-field.tsx'
import { EnterpriseField } from './enterprise-field.tsx'
import { AreaField, ChoiceField, TextField } from './fields.tsx'
import { Section } from './section.tsx'
import { WithPreview } from './with-preview.tsx'

/** Returns the placeholder of an empty field, which is the widget's default. */
const placeholder = (
  field: 'button_text' | 'closed_button_text' | 'welcome_tagline' | 'bubble_launcher_title',
) => DEFAULT_PROFILE[field] ?? undefined

/** The widget's design, including the advanced settings (section 2, Design). */
export function DesignSection() {
  return (
    <Section id="design" lead="How the chat looks on your website.">
      <WithPreview>
        <ColorField field="widget_color" fallback={DEFAULT_PROFILE.widget_color ?? ''} />
        <TextField field="welcome_heading" placeholder="Hi there" />
        <TextField field="welcome_tagline" placeholder={placeholder('welcome_tagline')} />
        <TextField field="button_text" placeholder={placeholder('button_text')} />
        <TextField field="closed_button_text" placeholder={placeholder('closed_button_text')} />
        <details className="advanced disclosure">
          <summary>Advanced Settings</summary>
          <div className="advanced-fields">
            <ColorField
              field="primary_color"
              fallback={DEFAULT_PROFILE.widget_color ?? ''}
              note="Your brand's main color."
            />
            <ChoiceField field="reply_time" options={REPLY_TIMES} none="Not shown" />
            <ChoiceField field="bubble_position" options={BUBBLE_POSITIONS} labelOf={capitalized} />
            <ChoiceField field="bubble_type" options={BUBBLE_TYPES} labelOf={capitalized} />
            <TextField field="bubble_launcher_title" placeholder={placeholder('bubble_launcher_title')} />
            <AreaField
              field="offline_message"
              note="Shown in the chat while you are closed, until the visitor writes. Your agent then says how you get in touch."
              rows={3}
            />
            <EnterpriseField field="show_branding" />
            <EnterpriseField field="enable_file_upload" />
          </div>
        </details>
      </WithPreview>
    </Section>
  )
}
