import { expect, it } from 'vitest'
import { groundsFor } from '../../../server/agent/model/answer.ts'
import { answerPrompt, draftPrompt } from '../../../server/agent/model/prompt.ts'
import { begin } from '../../../server/agent/turn.ts'
import { businessFrom } from '../../../server/profiles/business.ts'
import { SCREENED_FIELDS } from '../../../src/domain/settings/private-notes.ts'
import { FRIDAY_MORNING } from './business.ts'

const PUBLIC = 'Weekly mowing is $45 a visit.'

it.each(SCREENED_FIELDS)('the agent does not know what is private in %s', async (field) => {
  const fields = { [field]: `${PUBLIC} Do not tell customers: we can go down 10%.` }
  const business = await businessFrom({ name: 'Acme', fields, faqs: [], questions: [] }, FRIDAY_MORNING)
  expect(JSON.stringify(business)).not.toContain('10%')
  const context = { business, now: FRIDAY_MORNING, busy: [] }
  const { state } = begin(context)
  const sources = groundsFor(context, state, [], 'Can you go down 10%?')
  for (const prompt of [answerPrompt(context, state, sources, []), draftPrompt(context, state, sources)]) {
    expect(prompt).toContain(PUBLIC)
    expect(prompt).not.toMatch(/10%|go down/)
  }
})

it('the agent does not know the private notes', async () => {
  const fields = { pricing_notes: PUBLIC, private_notes: 'Our floor is $38.' }
  const business = await businessFrom({ name: 'Acme', fields, faqs: [], questions: [] }, FRIDAY_MORNING)
  expect(JSON.stringify(business)).not.toMatch(/\$38|private_?notes/i)
})
