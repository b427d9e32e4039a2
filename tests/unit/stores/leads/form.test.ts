import { afterEach, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $leadForm, closeLeadForm, openLeadForm, saveLeadForm } from '../../../../src/stores/leads/form.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const [first, second] = [buildLead({ id: 'lead_1' }), buildLead({ id: 'lead_2' })]

afterEach(() => {
  closeLeadForm()
  signOutNow()
  configure()
})

it('a saved form closes itself, but not a form that was opened later', async () => {
  const answers = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()]
  let asked = 0
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: async () => answers[asked++]?.promise ?? Response.error(),
    getToken: async () => 'token',
  })
  signInTo('org_a')
  openLeadForm(first)
  const saving = saveLeadForm(first, { budget: '$100' })
  closeLeadForm()
  openLeadForm(second)
  answers[0]?.resolve(Response.json(first))
  expect(await saving).toBe('sent')
  expect($leadForm.get()).toMatchObject({ lead: second })

  const savingSecond = saveLeadForm(second, { budget: '$200' })
  answers[1]?.resolve(Response.json(second))
  await savingSecond
  expect($leadForm.get()).toBeNull()
})

it('an open form closes when the owner changes', () => {
  signInTo('org_a')
  openLeadForm(first)
  expect($leadForm.get()).toMatchObject({ lead: first })
  signInTo('org_b')
  expect($leadForm.get()).toBeNull()
})
