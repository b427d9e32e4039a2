import Form from 'antd/es/form'
import Input from 'antd/es/input'
import InputNumber from 'antd/es/input-number'
import { useRef } from 'react'
import { parse } from 'valibot'
import { BusinessStep } from '../../contract/onboarding.ts'
import { type BusinessFields, businessFields } from '../../domain/onboarding/onboarding.ts'
import { type StepPayload, storeOnboardingDraft } from '../../stores/onboarding/onboarding.ts'
import { addressSearch } from '../../third-party/maps/index.ts'
import { AddressField, type AddressFieldHandle } from '../../ui/address/field.tsx'
import { ruleOf, typedRuleOf } from './rule-of.ts'
import { formId } from './step-footer.tsx'
import { useStart } from './use-start.ts'

const { business_name, address, service_area_radius } = BusinessStep.entries

interface Props {
  onSubmit: (payload: StepPayload) => Promise<void>
  /** Called when the address check starts and ends. */
  onChecking: (isChecking: boolean) => void
}

/** Step 1, Business Information. */
export function BusinessStepForm({ onSubmit, onChecking }: Props) {
  const [form] = Form.useForm<BusinessFields>()
  const start = useStart()
  const field = useRef<AddressFieldHandle>(null)
  const finish = async () => {
    // The check can return another address than the typed one.
    onChecking(true)
    const isSettled = await field.current?.settle()
    onChecking(false)
    if (!isSettled) return
    await onSubmit({ step: 1, body: parse(BusinessStep, form.getFieldsValue()) })
  }
  return (
    <Form
      form={form}
      id={formId(1)}
      name={formId(1)}
      layout="vertical"
      scrollToFirstError={{ focus: true }}
      initialValues={businessFields(start)}
      onValuesChange={(_, fields: BusinessFields) => storeOnboardingDraft(fields)}
      onFinish={finish}
    >
      <Form.Item name="business_name" label="Business name" required {...typedRuleOf(business_name)}>
        <Input autoComplete="organization" />
      </Form.Item>
      <Form.Item name="address" label="Business address" required {...typedRuleOf(address)}>
        <AddressField ref={field} search={addressSearch()} placeholder="Start typing your street address" />
      </Form.Item>
      <Form.Item
        name="service_area_radius"
        label="Service area radius (miles)"
        extra="How far from this address you take jobs, 1 to 100 miles."
        required
        rules={[ruleOf(service_area_radius)]}
      >
        <InputNumber className="onboarding-radius" inputMode="decimal" controls={false} />
      </Form.Item>
    </Form>
  )
}
