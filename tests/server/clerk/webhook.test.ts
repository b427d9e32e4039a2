import { beforeEach, describe, expect, it } from 'vitest'
import { endExpiredPlans } from '../../../server/clerk/subscriptions.ts'
import { CLERK_WEBHOOK_PATH } from '../../../server/clerk/webhook.ts'
import { createGuard } from '../../../server/http/auth.ts'
import { readNotificationSettings } from '../../../server/notifications/stored-settings.ts'
import { dismiss, formerAdmins } from '../../../server/organizations/former-admins.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '../../../src/contract/notification-settings.ts'
import { CLERK_SECRET, deliverFromClerk } from '../../support/clerk-webhook.ts'
import { sharedServer, startTestServer } from '../../support/server.ts'

const ORG = 'org_hilltop'
const NOW = Date.parse('2026-11-20T15:00:00Z')

const server = await sharedServer({ seed: 'none', config: { clerkWebhookSecret: CLERK_SECRET } })
beforeEach(async () => {
  await server.deps.db.deleteFrom('organizations').execute()
  await server.deps.db.deleteFrom('deleted_organizations').execute()
})

const deliver = (
  type: string,
  data: object,
  at = NOW,
  delivery?: Parameters<typeof deliverFromClerk>[4],
): Promise<number> => deliverFromClerk(server, type, data, at, delivery)

const organization = (name = 'Hilltop Lawns') => ({ object: 'organization', id: ORG, name, slug: 'hilltop' })
const item = (slug: string, status = 'active', more: object = {}) => ({
  object: 'commerce_subscription_item',
  id: `csubi_${slug}`,
  status,
  plan: {
    id: `cplan_${slug}`,
    slug,
    has_base_fee: slug !== 'free_org',
    amount: slug === 'free_org' ? 0 : 4900,
  },
  plan_period: 'month',
  period_start: NOW,
  period_end: slug === 'free_org' ? null : NOW + 30 * 86_400_000,
  ...more,
})
const payer = { object: 'commerce_payer', id: 'cpayer_1', organization_id: ORG, organization_name: 'Hilltop' }
const subscription = (...items: object[]) => ({
  object: 'commerce_subscription',
  id: 'csub_1',
  status: 'active',
  payer,
  items,
})
const membership = (role: string, id = 'orgmem_1') => ({
  object: 'organization_membership',
  id,
  role,
  organization: organization(),
  public_user_data: { user_id: 'user_ann' },
})

const stored = () =>
  server.deps.db.selectFrom('organizations').selectAll().where('id', '=', ORG).executeTakeFirst()
const members = () =>
  server.deps.db
    .selectFrom('members')
    .select(['role', 'removed_at'])
    .where('organization_id', '=', ORG)
    .execute()
const plan = async () => {
  const row = await stored()
  return [row?.subscription_status, row?.plan]
}

describe('a delivery', () => {
  it('with another secret, a changed body, an old signature, or no signature is refused', async () => {
    const forged: Parameters<typeof deliver>[3][] = [
      { secret: 'whsec_AAAA9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
      { change: (body) => body.replace('Hilltop', 'Hillside') },
      { signedAt: new Date(Date.now() - 600_000) },
      { signedAt: new Date(Date.now() + 600_000) },
    ]
    for (const how of forged) {
      expect(await deliver('organization.created', organization(), NOW, how)).toBe(401)
    }
    const bare = await server.fetchApi(CLERK_WEBHOOK_PATH, { as: null, method: 'POST', body: '{}' })
    expect(bare.status).toBe(401)
    expect(await stored()).toBeUndefined()
  })

  it('of an unknown event is acknowledged, and one without data is refused', async () => {
    expect(await deliver('user.created', { id: 'user_1' })).toBe(204)
    expect(await deliver('organization.created', { name: 'x' })).toBe(400)
    expect(await deliver('organization.created', { id: 'a\0b' })).toBe(400)
    expect(await deliver('subscription.created', { ...subscription(), payer: { user_id: 'user_1' } })).toBe(
      204,
    )
    expect(await server.deps.db.selectFrom('organizations').select('id').execute()).toEqual([])
  })

  it('returns 422 if no secret is set', async () => {
    const off = await startTestServer({ seed: 'none', config: { clerkWebhookSecret: null } })
    const answer = await off.fetchApi(CLERK_WEBHOOK_PATH, { as: null, method: 'POST', body: '{}' })
    expect([answer.status, (await answer.json()).message]).toEqual([
      422,
      expect.stringMatching(/CLERK_WEBHOOK_SECRET/),
    ])
    await off.close()
  })
})

describe('an organization', () => {
  it('starts on trial, is renamed in event order, and is created once', async () => {
    await deliver('organization.updated', organization('Third'), NOW + 3)
    await deliver('organization.created', organization('First'), NOW + 1)
    await deliver('organization.updated', organization('Second'), NOW + 2)
    expect(await stored()).toMatchObject({ name: 'Third', subscription_status: 'trialing' })
  })

  it('is erased when it is deleted, and late events do not restore it', async () => {
    await deliver('organization.created', organization())
    const profiles = server.deps.db.selectFrom('profiles').select('organization_id')
    expect(await profiles.execute()).toEqual([{ organization_id: ORG }])
    expect(await deliver('organization.deleted', { id: ORG, object: 'organization', deleted: true })).toBe(
      204,
    )
    expect(await deliver('organization.deleted', { id: ORG, object: 'organization', deleted: true })).toBe(
      204,
    )
    await deliver('organization.updated', organization(), NOW + 9)
    await deliver('subscription.updated', subscription(item('growth')), NOW + 9)
    await deliver('organizationMembership.created', membership('org:admin'), NOW + 9)
    expect(await stored()).toBeUndefined()
    expect(await profiles.execute()).toEqual([])
  })
})

describe('a subscription', () => {
  it('makes an organization paid, also before the organization itself is reported', async () => {
    await deliver('subscription.active', subscription(item('free_org', 'ended'), item('growth')))
    expect(await plan()).toEqual(['active', 'growth'])
    await deliver('organization.created', organization())
    expect((await stored())?.name).toBe('Hilltop Lawns')
    expect(await plan()).toEqual(['active', 'growth'])
  })

  it('to the free plan, which every organization has, keeps the trial', async () => {
    await deliver('organization.created', organization())
    await deliver('subscription.created', subscription(item('free_org')))
    expect(await plan()).toEqual(['trialing', 'starter_alpha_'])
  })

  it('has its newest state for any order and repetition of events', async () => {
    const events: [string, object, number][] = [
      ['subscriptionItem.active', { ...item('starter_alpha_'), payer }, NOW + 1],
      ['subscriptionItem.ended', { ...item('starter_alpha_', 'ended'), payer }, NOW + 2],
      ['subscriptionItem.active', { ...item('growth'), payer }, NOW + 3],
    ]
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
      [0, 0, 2, 1, 1, 2],
    ]) {
      await server.deps.db.deleteFrom('organizations').execute()
      for (const index of order) await deliver(...(events[index] as (typeof events)[number]))
      expect([order, ...(await plan())]).toEqual([order, 'active', 'growth'])
    }
  })

  it('applies a message once', async () => {
    const once = { id: 'msg_once' }
    await deliver('subscriptionItem.active', { ...item('growth'), payer }, NOW, once)
    await deliver('subscriptionItem.ended', { ...item('growth', 'ended'), payer }, NOW + 5)
    expect(await deliver('subscriptionItem.active', { ...item('growth'), payer }, NOW, once)).toBe(204)
    expect((await plan())[0]).toBe('canceled')
  })

  it('that is canceled stays active until its period ends', async () => {
    await deliver('subscriptionItem.active', { ...item('growth'), payer }, NOW + 1)
    await deliver('subscriptionItem.canceled', { ...item('growth', 'canceled'), payer }, NOW + 2)
    expect(await plan()).toEqual(['active', 'growth'])
    await deliver('subscription.updated', subscription(item('growth', 'ended'), item('free_org')), NOW + 3)
    expect(await plan()).toEqual(['canceled', 'free_org'])
  })

  it('that is canceled ends after its period, even if no report says so', async () => {
    const growth = item('growth', 'canceled')
    await deliver('subscription.updated', subscription(item('free_org'), growth))
    expect(await plan()).toEqual(['active', 'growth'])
    const { db } = server.deps
    expect(await endExpiredPlans(db, new Date(Number(growth.period_end) - 1))).toBe(0)
    expect(await plan()).toEqual(['active', 'growth'])
    expect(await endExpiredPlans(db, new Date(Number(growth.period_end)))).toBe(1)
    expect(await plan()).toEqual(['canceled', 'free_org'])
    expect(await endExpiredPlans(db, new Date(Number(growth.period_end)))).toBe(0)
  })

  it('with a failed payment is past due until it is paid', async () => {
    await deliver('subscriptionItem.active', { ...item('growth'), payer }, NOW + 1)
    await deliver('subscription.pastDue', subscription(item('growth', 'past_due')), NOW + 2)
    expect(await plan()).toEqual(['past_due', 'growth'])
    await deliver('subscriptionItem.active', { ...item('growth'), payer }, NOW + 3)
    expect(await plan()).toEqual(['active', 'growth'])
  })

  it('of an unpaid checkout changes nothing', async () => {
    await deliver('subscriptionItem.incomplete', { ...item('growth', 'incomplete'), payer })
    expect(await plan()).toEqual(['trialing', 'starter_alpha_'])
  })

  it('without its plan is paid only if money is due or was paid', async () => {
    const bare = (id: string, more: object = {}) => ({
      id,
      status: 'active',
      payer,
      plan_id: 'cplan_x',
      ...more,
    })
    await deliver('subscriptionItem.updated', bare('i_free'))
    expect(await plan()).toEqual(['trialing', 'starter_alpha_'])
    await deliver('subscriptionItem.updated', bare('i_free', { amount: null, lifetime_paid: { amount: 0 } }))
    expect(await plan()).toEqual(['trialing', 'starter_alpha_'])
    await deliver('subscriptionItem.updated', bare('i_paid', { amount: { amount: 4900, currency: 'USD' } }))
    expect(await plan()).toEqual(['active', null])
    await server.deps.db.deleteFrom('organizations').execute()
    await deliver('subscriptionItem.updated', bare('i_past', { lifetime_paid: { amount: 4900 } }))
    expect(await plan()).toEqual(['active', null])
  })

  it('without its plan keeps the plan that an earlier or later report names', async () => {
    const { plan: _, ...bare } = { ...item('growth'), payer }
    const named = { ...item('growth'), payer }
    for (const order of [
      [named, bare],
      [bare, named],
    ]) {
      for (const [index, data] of order.entries()) {
        await deliver('subscriptionItem.updated', data, NOW + (data === bare ? 2 : 1))
        if (index === 1) expect(await plan()).toEqual(['active', 'growth'])
      }
      await server.deps.db.deleteFrom('organizations').execute()
    }
  })

  it('to a free trial of the starter plan is a trial until it ends', async () => {
    const trial = item('starter_alpha_', 'active', { is_free_trial: true, period_end: NOW + 7 * 86_400_000 })
    await deliver('subscriptionItem.active', { ...trial, payer })
    expect(await plan()).toEqual(['trialing', 'starter_alpha_'])
    expect((await stored())?.trial_ends_at?.getTime()).toBe(NOW + 7 * 86_400_000)
  })
})

describe('a membership', () => {
  it('carries the name of the member', async () => {
    const named = membership('org:member')
    const public_user_data = { user_id: 'user_ann', first_name: 'Ann', last_name: 'Birch' }
    await deliver('organizationMembership.created', { ...named, public_user_data }, NOW + 1)
    const guard = createGuard(server.deps)
    expect(await guard.namesOf(ORG, ['user_ann', 'user_bob'])).toEqual(new Map([['user_ann', 'Ann Birch']]))
    expect(await guard.namesOf('org_other', ['user_ann'])).toEqual(new Map())
  })

  it('keeps its latest role, and stays removed', async () => {
    await deliver('organizationMembership.updated', membership('org:member'), NOW + 2)
    await deliver('organizationMembership.created', membership('org:admin'), NOW + 1)
    expect(await members()).toEqual([{ role: 'org:member', removed_at: null }])
    await deliver('organizationMembership.deleted', membership('org:member'), NOW + 1)
    await deliver('organizationMembership.updated', membership('org:admin'), NOW + 5)
    expect(await members()).toEqual([{ role: 'org:member', removed_at: new Date(NOW + 1) }])
    await deliver('organizationMembership.created', membership('org:admin', 'orgmem_2'), NOW + 6)
    expect(await members()).toHaveLength(2)
  })

  it('that ends leaves the name, for the history, but no email address, devices, or notifications', async () => {
    const joined = {
      ...membership('org:admin'),
      public_user_data: { user_id: 'user_ann', first_name: 'Ann', identifier: 'ann@hilltop.example' },
    }
    await deliver('organizationMembership.created', joined, NOW + 1)
    const device = (id: string, user_id: string) => ({
      ...{ id, user_id, organization_id: ORG, session_id: null, name: 'Phone', p256dh: 'key', auth: 'auth' },
      ...{ endpoint: `https://push.example/${id}`, alerts: '[]', created_at: new Date(NOW) },
    })
    const { db } = server.deps
    await db
      .insertInto('push_devices')
      .values([device('hers', 'user_ann'), device('other', 'user_bob')])
      .execute()
    const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people
    const person = (id: string, phone: string) => ({
      ...{ id, name: id, email: `${id}@Hilltop.example`, phone, sms_consent: true },
      choices: escalation?.choices,
    })
    const people = [escalation, person('ann', '+16145550101'), person('bob', '+16145550102')]
    const settings = { organization_id: ORG, fields: JSON.stringify({ people }), updated_at: new Date(NOW) }
    await db.insertInto('notification_settings').values(settings).execute()
    const consent = (phone: string, source: string) => ({
      ...{ organization_id: ORG, phone, source, at: new Date(NOW) },
    })
    const agreed = [consent('+16145550101', 'user_ann'), consent('+16145550102', 'user_ann')]
    await db
      .insertInto('sms_consents')
      .values([...agreed, consent('+16145550103', 'visitor')])
      .execute()
    await deliver('organizationMembership.deleted', joined, NOW + 2)
    await deliver('organizationMembership.updated', joined, NOW + 1)
    const told = (await readNotificationSettings(db, ORG)).people.map(({ id }) => id)
    expect(told).toEqual(['escalation', 'bob'])
    expect(await db.selectFrom('sms_consents').select('phone').orderBy('phone').execute()).toEqual([
      { phone: '+16145550102' },
      { phone: '+16145550103' },
    ])
    const [member] = await db.selectFrom('members').select(['name', 'email']).execute()
    expect(member).toEqual({ name: 'Ann', email: null })
    expect(await db.selectFrom('push_devices').select('id').execute()).toEqual([{ id: 'other' }])
  })

  it('of an admin that ends, or is no longer an admin’s, awaits a review of the admin’s keys', async () => {
    const { db, clock } = server.deps
    await deliver('organization.created', organization())
    const key = (id: string, created_by: string) => ({
      ...{ id, organization_id: ORG, name: id, hash: id, hint: 'abcd', scopes: '["leads:read"]', created_by },
      created_at: new Date(NOW),
    })
    await db
      .insertInto('api_keys')
      .values([key('hers', 'user_ann'), key('other', 'user_bob')])
      .execute()
    const shown = async () =>
      (await formerAdmins(db, ORG, clock())).map(({ user_id, keys }) => [user_id, keys.map(({ id }) => id)])
    const hers = [['user_ann', ['hers']]]
    await deliver('organizationMembership.created', membership('org:admin'), NOW + 1)
    expect(await shown()).toEqual([])
    await deliver('organizationMembership.updated', membership('org:member'), NOW + 3)
    expect(await shown()).toEqual(hers)
    // Late and repeated reports change nothing.
    await deliver('organizationMembership.updated', membership('org:admin'), NOW + 2)
    expect(await shown()).toEqual(hers)
    await dismiss(db, ORG, 'user_ann')
    await deliver('organizationMembership.updated', membership('org:member'), NOW + 3)
    expect(await shown()).toEqual([])

    await deliver('organizationMembership.updated', membership('org:admin'), NOW + 4)
    await deliver('organizationMembership.deleted', membership('org:admin'), NOW + 5)
    expect(await shown()).toEqual(hers)
    await deliver('organizationMembership.created', membership('org:admin', 'orgmem_2'), NOW + 6)
    expect(await shown()).toEqual([])
    await deliver('user.deleted', { object: 'user', id: 'user_ann', deleted: true }, NOW + 7)
    expect(await shown()).toEqual(hers)
  })

  it('that was not reported before it ended awaits the review, too', async () => {
    const { db, clock } = server.deps
    await deliver('organization.created', organization())
    const created = {
      id: 'hook',
      organization_id: ORG,
      url: 'https://example.com/',
      events: '[]',
      secret: '',
    }
    await db
      .insertInto('webhook_endpoints')
      .values({ ...created, created_at: new Date(NOW), created_by: 'user_ann' })
      .execute()
    await deliver('organizationMembership.deleted', membership('org:admin'), NOW + 1)
    expect(await formerAdmins(db, ORG, clock())).toMatchObject([
      { user_id: 'user_ann', webhooks: [{ id: 'hook' }] },
    ])
  })

  it('ends when the user deletes the account', async () => {
    const { db } = server.deps
    const joined = {
      ...membership('org:admin'),
      public_user_data: { user_id: 'user_ann', first_name: 'Ann', identifier: 'ann@hilltop.example' },
    }
    await deliver('organizationMembership.created', joined, NOW + 1)
    await deliver('user.deleted', { object: 'user', id: 'user_ann', deleted: true }, NOW + 2)
    await deliver('user.deleted', { object: 'user', id: 'user_ann', deleted: true }, NOW + 2)
    expect(await members()).toEqual([{ role: 'org:admin', removed_at: new Date(NOW + 2) }])
    expect(await db.selectFrom('members').select('email').execute()).toEqual([{ email: null }])
    const guard = createGuard(server.deps)
    const ann = { userId: 'user_ann', organizationId: ORG, issuedAt: new Date(NOW) }
    expect(await guard.isStillMember(ann)).toBe(false)
  })
})
