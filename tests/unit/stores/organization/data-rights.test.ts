import { eventually } from '../../../support/eventually.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { fetchDataRights } from '../../../../src/api/privacy.ts'
import { formOf } from '../../../../src/domain/leads/form.ts'
import { eraseData } from '../../../../src/stores/app/erase-organization.ts'
import { countDrafts } from '../../../../src/stores/base/drafts.ts'
import { countWaiting } from '../../../../src/stores/base/outbox/outbox.ts'
import {
  keepReply,
  NO_REPLY,
  replyDraft,
  replyOnly,
} from '../../../../src/stores/conversations/reply-draft.ts'
import { keepDraft, keepUnsavedLead } from '../../../../src/stores/leads/drafts.ts'
import { submitChange } from '../../../../src/stores/leads/sending.ts'
import {
  $notificationSettings,
  changePeople,
  saveNotifications,
} from '../../../../src/stores/notifications/settings.ts'
import { readOnboardingDraft, storeOnboardingDraft } from '../../../../src/stores/onboarding/onboarding.ts'
import { $dataTask, exportData } from '../../../../src/stores/organization/data-rights.ts'
import { changeDraft } from '../../../../src/stores/settings/draft.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let click: ReturnType<typeof vi.fn>

beforeEach(() => {
  network = connectConsole(server)
  click = vi.fn()
  vi.stubGlobal('document', { createElement: () => ({ click }) })
  signInTo(GREEN)
})
afterEach(async () => {
  await forgetDrafts()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const tasks: [string, () => Promise<boolean>, number][] = [
  ['an export', exportData, 1],
  ['an erasure', () => eraseData('Green Acres Lawn & Landscape'), 0],
]

describe.each(tasks)('%s', (_, run, files) => {
  it('says that it is done', async () => {
    expect(await run()).toBe(true)
    expect(click).toHaveBeenCalledTimes(files)
    expect($dataTask.get()).toBeNull()
  })

  it('rejects when the server refuses', async () => {
    network.plan(faults.forbidden)
    await expect(run()).rejects.toThrow('Not yours')
    expect($dataTask.get()).toBeNull()
  })

  it.each([
    ['is done', (request: Request) => server.app.api.fetch(request)],
    ['fails', faults.forbidden],
  ])('says nothing in another organization when it %s', async (_outcome, answer) => {
    network.plan((request) => {
      signInTo('org_freshcut')
      expect($dataTask.get()).toBeNull()
      return answer(request)
    })
    expect(await run()).toBe(false)
    expect(click).not.toHaveBeenCalled()
  })
})

describe('an erasure', () => {
  it('forgets the changes and the settings draft of the organization on this device', async () => {
    vi.unstubAllGlobals()
    const account = { userId: 'user_owner', organizationId: GREEN }
    network.plan(faults.drop)
    expect(await submitChange(account, { type: 'create', leadId: 'lead_late', fields: {} })).toBe('waiting')
    changeDraft(account, () => ({ agent_name: { base: 'Fern', mine: 'Ivy' } }))
    expect(await countWaiting('user_owner')).toBe(1)
    expect(await eraseData('Green Acres Lawn & Landscape')).toBe(true)
    expect(await countWaiting('user_owner')).toBe(0)
    await eventually(async () => expect((await countDrafts('user_owner')).settings).toBe(0))
  })
})

describe('an erasure of an organization with texts that are not sent', () => {
  const account = { userId: 'user_owner', organizationId: GREEN }
  const elsewhere = [
    'fieldhand.reply.user_owner.org_freshcut.conversation_1',
    'fieldhand.note.user_owner.org_freshcut.lead_1',
    'fieldhand.new-lead.user_owner.org_freshcut.form',
    'fieldhand.notifications.user_owner.org_freshcut',
    'fieldhand.settings.user_owner.org_freshcut',
    'fieldhand.onboarding.org_freshcut',
    'fieldhand.push.user_owner.org_freshcut',
    'fieldhand.recent.user_owner.org_freshcut',
    'fieldhand.integration-requests.org_freshcut',
  ]

  it('removes them from this device, those of other organizations stay', async () => {
    vi.unstubAllGlobals()
    const { items, localStorage } = createDevice()
    vi.stubGlobal('localStorage', localStorage)
    for (const key of elsewhere) items.set(key, '{}')
    // The screen with this draft has not been opened.
    items.set(`fieldhand.settings.user_owner.${GREEN}`, '{}')
    items.set(`fieldhand.push.user_owner.${GREEN}`, '{}')
    items.set(`fieldhand.recent.user_owner.${GREEN}`, 'lead:lead_1')
    items.set(`fieldhand.integration-requests.${GREEN}`, '["jobber"]')
    keepReply(account, 'conversation_1', { text: 'Hello Maria' })
    keepReply(account, replyOnly('conversation_2'), { text: 'Hello Luis' })
    keepDraft(account, 'lead_1', { text: 'Gate code 4711' })
    keepUnsavedLead(account, { ...formOf(null), prospect_name: 'Ann' })
    storeOnboardingDraft({ business_name: 'Greener Acres' })
    readOnboardingDraft()
    const stop = $notificationSettings.listen(() => {})
    onTestFinished(() => stopStores([stop]))
    await eventually(() => expect($notificationSettings.get()).not.toBeNull())
    network.plan(faults.drop)
    await changePeople((people) => people.map((person) => ({ ...person, name: 'Maria Gonzalez' })))
    expect([...items.keys()].filter((key) => key.includes(GREEN))).toHaveLength(10)

    expect(await eraseData('Green Acres Lawn & Landscape')).toBe(true)
    const ofOrganizations = [...items.keys()].filter((key) => key.includes('.org_'))
    expect(ofOrganizations.toSorted()).toEqual(elsewhere.toSorted())
    expect(replyDraft(account, 'conversation_1').get()).toEqual(NO_REPLY)
    expect(readOnboardingDraft()).toEqual({})
    expect($notificationSettings.get()?.people[0]?.name).not.toBe('Maria Gonzalez')
    network.requests.length = 0
    await saveNotifications()
    expect(network.requests.filter(({ method }) => method === 'PUT')).toEqual([])
  })
})

describe('whether the API exports', () => {
  it('is known from its answer', async () => {
    expect(await fetchDataRights(GREEN)).toBe(true)
  })

  it.each([404, 405, 501])('is known from %i', async (status) => {
    network.plan(() => new Response(null, { status }))
    expect(await fetchDataRights(GREEN)).toBe(false)
  })

  it('is unknown when it cannot be reached', async () => {
    network.plan(faults.drop)
    await expect(fetchDataRights(GREEN)).rejects.toThrow('The server could not be reached')
  })
})
