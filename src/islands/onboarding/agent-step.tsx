import Form from 'antd/es/form'
import Input from 'antd/es/input'
import { parse } from 'valibot'
import { AgentStep, ONBOARDING_TONES } from '../../contract/onboarding.ts'
import { type AgentFields, agentFields, offeredServices } from '../../domain/onboarding/onboarding.ts'
import { type StepPayload, storeOnboardingDraft } from '../../stores/onboarding/onboarding.ts'
import { ruleOf, typedRuleOf } from './rule-of.ts'
import { ServicesField } from './services-field.tsx'
import { formId } from './step-footer.tsx'
import { useStart } from './use-start.ts'

const { services_offered, agent_name, personality_tone } = AgentStep.entries

/** Step 2, Services & Agent Identity. */
export function AgentStepForm({ onSubmit }: { onSubmit: (payload: StepPayload) => Promise<void> }) {
  const start = useStart()
  return (
    <Form<AgentFields>
      id={formId(2)}
      name={formId(2)}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={agentFields(start)}
      onValuesChange={(_, fields) => storeOnboardingDraft(fields)}
      onFinish={(fields) => onSubmit({ step: 2, body: parse(AgentStep, fields) })}
    >
      <Form.Item name="services_offered" label="Services offered" required rules={[ruleOf(services_offered)]}>
        <ServicesField
          offered={offeredServices(start)}
          text={start.draft.custom_text ?? ''}
          onDraft={storeOnboardingDraft}
        />
      </Form.Item>
      <Form.Item name="agent_name" label="Agent name" required {...typedRuleOf(agent_name)}>
        <Input autoComplete="off" placeholder="What your customers will call your agent" />
      </Form.Item>
      <Form.Item
        name="personality_tone"
        label="Agent personality"
        required
        rules={[ruleOf(personality_tone)]}
      >
        <select className="field-box tone-select">
          {ONBOARDING_TONES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </Form.Item>
    </Form>
  )
}
