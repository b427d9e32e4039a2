import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { formOf } from '../../../../src/domain/leads/form.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { keepUnsavedLead, unsavedLead } from '../../../../src/stores/leads/drafts.ts'
import { $leadForm, closeLeadForm, openLeadForm, saveLeadForm } from '../../../../src/stores/leads/form.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { createDevice } from '../../../support/device.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const [first, second] = [buildLead({ id: 'lead_1' }), buildLead({ id: 'lead_2' })]

beforeEach(() => vi.stubGlobal('localStorage', createDevice().localStorage))
afterEach(async () => {
  await forgetDrafts()
  closeLeadForm()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
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
  expect(await saving).toMatchObject({ outcome: 'sent' })
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

const ANN = { ...formOf(null), prospect_name: 'Ann' }
const BOB = { ...formOf(null), prospect_name: 'Bob' }

/** Saves a new lead, and closes the form before the reply. */
function saveClosed() {
  const answer = Promise.withResolvers<Response>()
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: () => answer.promise,
    getToken: async () => 'token',
  })
  signInTo('org_a')
  const account = requireAccount()
  openLeadForm(null)
  keepUnsavedLead(account, ANN)
  const saving = saveLeadForm(null, { prospect_name: 'Ann' })
  closeLeadForm()
  return { account, saving, answer: answer.resolve }
}

it('a form that is opened while a new lead is saved is empty', async () => {
  const { account, saving, answer } = saveClosed()
  openLeadForm(null)
  expect(unsavedLead(account)).toBeNull()
  answer(Response.json(first))
  expect(await saving).toMatchObject({ outcome: 'sent' })
  expect($leadForm.get()).not.toBeNull()
  expect(unsavedLead(account)).toBeNull()
})

it('a new lead that is refused after its form was closed comes back after the one that is being typed', async () => {
  const { account, saving, answer } = saveClosed()
  openLeadForm(null)
  keepUnsavedLead(account, BOB)
  answer(Response.json({ message: 'No' }, { status: 422 }))
  await expect(saving).rejects.toThrow('No')
  expect(unsavedLead(account)).toEqual(BOB)
  keepUnsavedLead(account, null)
  expect(unsavedLead(account)).toEqual(ANN)
  // The next form shows it.
  keepUnsavedLead(account, unsavedLead(account))
  keepUnsavedLead(account, null)
  expect(unsavedLead(account)).toBeNull()
})

it('a new lead that fails after a switch comes back in its own organization only', async () => {
  const { account, saving, answer } = saveClosed()
  signInTo('org_b')
  answer(Response.json({ message: 'No' }, { status: 500 }))
  await expect(saving).rejects.toThrow('No')
  expect(unsavedLead(requireAccount())).toBeNull()
  signInTo('org_a')
  expect(unsavedLead(account)).toEqual(ANN)
})
