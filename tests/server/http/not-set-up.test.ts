import { beforeAll, expect, it } from 'vitest'
import { startTestCall } from '../../../src/contract/calls.ts'
import { getHubspotAuth, HUBSPOT_CALLBACK_PATH } from '../../../src/contract/integrations.ts'
import { putFaqs, putQuestions } from '../../../src/contract/knowledge.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { completeBusinessStep } from '../../../src/contract/onboarding.ts'
import { getOrganization } from '../../../src/contract/organizations.ts'
import { createPreviewPass } from '../../../src/contract/preview.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import { createSavedReply } from '../../../src/contract/saved-replies.ts'
import { type Answer, call, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const address = {
  full_address: '1 Elm Street',
  coordinates: { latitude: 40.1, longitude: -75.2 },
  context: null,
  properties: null,
}

beforeAll(async () => {
  await server.deps.db.deleteFrom('organizations').where('id', '=', FRESH).execute()
})

const calls: Record<string, () => Promise<Answer>> = {
  'reading the organization': () => call(server, getOrganization, { params }),
  'saving the profile': () => call(server, putProfile, { params, body: { agent_name: 'Sage' } }),
  'saving answers': () =>
    call(server, putFaqs, { params, body: [{ question: 'a', answer: 'b', order_index: 0 }] }),
  'saving questions': () =>
    call(server, putQuestions, { params, body: [{ question_text: 'a', order_index: 0 }] }),
  'completing step 1': () =>
    call(server, completeBusinessStep, {
      params,
      body: { business_name: 'Fresh Cut', address, service_area_radius: 5 },
    }),
  'saving a reply': () => call(server, createSavedReply, { params, body: { title: 'a', text: 'b' } }),
  'creating a lead': () => call(server, createLead, { params, body: { contact_name: 'Ada' } }),
  'connecting HubSpot': () =>
    call(server, getHubspotAuth, {
      params: {},
      query: { redirect_uri: `${server.deps.config.origins.api}${HUBSPOT_CALLBACK_PATH}` },
      headers: { 'X-Organization-ID': FRESH },
    }),
  'asking for a preview pass': () => call(server, createPreviewPass, { params }),
  'trying a call': () => call(server, startTestCall, { params }),
}

it.each(Object.entries(calls))('%s of an organization that is not set up returns 404', async (_, send) => {
  const { status, body } = await send()
  expect([status, body]).toEqual([404, { message: 'This organization is not set up yet' }])
})
