import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { $dashboard } from '../../../src/stores/dashboard/dashboard.ts'
import { $upcomingJobs } from '../../../src/stores/dashboard/leads.ts'
import { $hubspotNotice, disconnectHubspot } from '../../../src/stores/integrations/hubspot.ts'
import { $allLeads } from '../../../src/stores/leads/list.ts'
import { $conversation, showLead } from '../../../src/stores/leads/page.ts'
import { settleLeads } from '../../../src/stores/leads/sending.ts'
import { completeStep } from '../../../src/stores/onboarding/onboarding.ts'
import { $onboardingOpen, $onboardingProgress } from '../../../src/stores/onboarding/progress.ts'
import { $trial } from '../../../src/stores/organization/organization.ts'
import { save } from '../../../src/stores/settings/save.ts'
import { $settings, setField } from '../../../src/stores/settings/settings.ts'
import { checkPage, proposeFrom } from '../../../src/stores/settings/website-reading.ts'
import { $setupBanners } from '../../../src/stores/shell/setup-banners.ts'
import { eventually } from '../../support/eventually.ts'
import { minimalResponse, minimalUrl } from '../../support/minimal-api.ts'
import { sendChange } from '../../support/senders.ts'
import { sharedServer } from '../../support/server.ts'
import { signInTo } from '../../support/session.ts'
import { settingsScene } from '../../support/settings-scene.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

/** The real server with the responses of a less capable API. */
async function minimalFetch(request: Request): Promise<Response> {
  const { method, url } = request
  const real = await server.app.api.fetch(new Request(minimalUrl(url), request))
  const { status, body } = minimalResponse(method, url, { status: real.status, body: await real.text() })
  return new Response(body, { status })
}

beforeEach(async () => {
  vi.useFakeTimers({ now: server.clock.now(), toFake: ['Date'] })
  vi.spyOn(console, 'warn').mockReturnValue()
  scene = settingsScene(server)
  configure({ fetch: minimalFetch })
})
afterEach(() => {
  vi.useRealTimers()
  scene.leave()
})

describe('with an API that supports less than ours', () => {
  it('the dashboard shows counts, bookings, trial, and banners', async () => {
    scene.listen($dashboard, $upcomingJobs, $trial, $setupBanners)
    await eventually(() => expect($dashboard.get().state).toBe('data'))
    await eventually(() => expect($upcomingJobs.get().status).toBe('ready'))
    // The dashboard does not wait for the setup status (section 7).
    await eventually(() => expect($setupBanners.get().billing).not.toBe('unknown'))
    expect($dashboard.get()).toMatchObject({ problem: null, stats: { total: 60 } })
    expect($upcomingJobs.get()).toMatchObject({ total: 3 })
    expect($trial.get()).toMatchObject({ isOnTrial: true })
    expect($setupBanners.get()).toMatchObject({ billing: { about: 'trial' }, profile: { percentage: 85 } })
  })

  it('reading a website fails with a reason', async () => {
    for (const read of [checkPage, proposeFrom]) {
      await expect(read('example.com')).rejects.toThrow('This version of the API cannot read websites.')
    }
  })

  it('all readable leads and their conversations are shown', async () => {
    scene.listen($allLeads, $conversation)
    await eventually(() => expect($allLeads.get().data).toHaveLength(60))
    const [lead] = $allLeads.get().data?.filter(({ conversation_id }) => conversation_id) ?? []
    showLead(lead?.id ?? '')
    await eventually(() => expect($conversation.get().data?.messages.length).toBeGreaterThan(1))
    expect($conversation.get().data?.messages[0]?.created_at).toMatch(/Z$/)
  })

  it('changes to leads succeed and are shown', async () => {
    scene.listen($allLeads)
    await eventually(() => expect($allLeads.get().data).toHaveLength(60))
    const [first, second] = $allLeads.get().data ?? []
    const changes = [
      { type: 'status', leadId: first?.id ?? '', status: 'lost' },
      { type: 'update', leadId: second?.id ?? '', fields: { prospect_name: 'Ann Other' } },
      { type: 'create', leadId: 'lead_made', fields: { prospect_name: 'Made Here' } },
    ] as const
    for (const change of changes) {
      const lead = await sendChange(GREEN, change)
      await settleLeads(GREEN, [{ change, madeAt: new Date().toISOString(), lead }])
    }
    const find = (id: string | undefined) => $allLeads.get().data?.find((lead) => lead.id === id)
    expect(find(first?.id)).toMatchObject({ status: 'lost', created_at: first?.created_at })
    expect(find(second?.id)).toMatchObject({ prospect_name: 'Ann Other', status: second?.status })
    expect(find('lead_made')).toMatchObject({ prospect_name: 'Made Here', status: 'new' })
    expect(await sendChange(GREEN, { type: 'delete', leadId: 'lead_made' })).toBeNull()
    await eventually(() => expect($allLeads.get().isFetching).toBe(false))
  })

  it('the settings are shown, and a save stores every part', async () => {
    await scene.open()
    expect($settings.get()).toMatchObject({
      business_name: 'Green Acres Lawn & Landscape',
      show_branding: true,
    })
    const hours = $settings.get()?.business_hours
    expect(hours?.map(({ day }) => day)).toContain('monday')
    expect(hours?.every(({ openTime }) => /^\d\d:\d\d$/.test(openTime))).toBe(true)
    expect($settings.get()?.faqs.length).toBeGreaterThan(1)
    const [faq, ...faqs] = $settings.get()?.faqs ?? []
    const [question, ...questions] = $settings.get()?.questions ?? []
    if (!faq || !question) throw new Error('The demo data has questions')
    setField('agent_name', 'Sage')
    setField('faqs', [{ ...faq, answer: 'Yes.' }, ...faqs])
    setField('questions', [{ ...question, question_text: 'Where?' }, ...questions])
    expect(await save()).toEqual({ status: 'saved' })
    const stored = async (part: string) =>
      (await server.fetchApi(`/api/v1/organizations/${GREEN}/${part}`)).json()
    expect(await stored('profile')).toMatchObject({ agent_name: 'Sage' })
    expect((await stored('faqs'))[0]).toMatchObject({ answer: 'Yes.' })
    expect((await stored('qualification-questions'))[0]).toMatchObject({ question_text: 'Where?' })
    expect($settings.get()).toMatchObject({ agent_name: 'Sage', phone: (await stored('profile')).phone })
  })

  it('disconnecting succeeds', async () => {
    scene.listen($hubspotNotice)
    expect(await disconnectHubspot()).toBe(true)
    expect($hubspotNotice.get()?.text).toBe('HubSpot is disconnected.')
  })

  it('onboarding starts at step 1 without progress and can be completed', async () => {
    signInTo('org_freshcut')
    scene.listen($onboardingOpen, $onboardingProgress, $dashboard)
    await eventually(() => expect($dashboard.get().state).toBe('onboarding'))
    expect($onboardingOpen.get()).toBe(true)
    const step = () => $onboardingProgress.get()
    expect(step().data).toMatchObject({ current_step: 1, completed_steps: 0 })
    const address = { full_address: '1 Elm St', coordinates: null, context: null, properties: null }
    await completeStep({ step: 1, body: { business_name: 'Fresh', address, service_area_radius: 25 } })
    await eventually(() => expect(step().isFetching).toBe(false))
    expect(step().data).toMatchObject({ current_step: 2, completed_steps: 1 })
    const agent = {
      services_offered: ['Pest Control'],
      agent_name: 'Clip',
      personality_tone: 'friendly',
    } as const
    await completeStep({ step: 2, body: { ...agent, services_offered: [...agent.services_offered] } })
    await completeStep({ step: 3 })
    await eventually(() => expect(step().isFetching).toBe(false))
    expect(step().data).toMatchObject({ completed_steps: 3, is_complete: true })
    expect($onboardingOpen.get()).toBe(false)
  })
})
