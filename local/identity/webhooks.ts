import { Webhook } from 'standardwebhooks'
import { CLERK_WEBHOOK_PATH, clerkWebhook } from '../../server/clerk/webhook.ts'
import type { Deps } from '../../server/deps.ts'
import { newId } from '../../server/ids.ts'
import { planBySlug } from './plans.ts'
import { planItem } from './present/billing.ts'
import { presentMembership, presentOrganization } from './present/organization.ts'
import { membershipOf, organizationById } from './queries.ts'
import type { Membership } from './rows.ts'

/** Sends the local identity's events in the format of Clerk's webhooks. */
export interface Reports {
  organization(type: 'created' | 'updated', id: string): Promise<void>
  organizationDeleted(id: string): Promise<void>
  membership(type: 'created' | 'updated', organizationId: string, userId: string): Promise<void>
  membershipDeleted(membership: Membership): Promise<void>
  subscription(organizationId: string): Promise<void>
}

/** Signs each event with the companion's secret and passes it to the product. Call it after the commit. */
export function createReports(deps: Deps): Reports {
  const { db, config, clock, log } = deps
  const door = clerkWebhook(deps)

  async function send(type: string, data: object): Promise<void> {
    const id = newId('msg')
    const body = JSON.stringify({ type, object: 'event', data, timestamp: clock().getTime() })
    // The signature's age is checked against the machine's own clock.
    const now = new Date()
    const headers = {
      'Content-Type': 'application/json',
      'svix-id': id,
      'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
      'svix-signature': new Webhook(config.clerkWebhookSecret ?? '').sign(id, now, body),
    }
    const answer = await door.request(CLERK_WEBHOOK_PATH, { method: 'POST', headers, body })
    if (!answer.ok) log.error({ type, status: answer.status }, 'webhook delivery failed')
  }

  return {
    async organization(type, id) {
      const organization = await organizationById(db, id)
      if (organization) await send(`organization.${type}`, presentOrganization(organization))
    },
    organizationDeleted: (id) => send('organization.deleted', { object: 'organization', id, deleted: true }),
    async membership(type, organizationId, userId) {
      const membership = await membershipOf(db, organizationId, userId)
      if (membership) await send(`organizationMembership.${type}`, presentMembership(membership))
    },
    membershipDeleted: (membership) => send('organizationMembership.deleted', presentMembership(membership)),
    async subscription(organizationId) {
      const organization = await organizationById(db, organizationId)
      if (!organization) return
      await send('subscription.updated', {
        object: 'commerce_subscription',
        id: `csub_${organization.id}`,
        status: 'active',
        payer: {
          object: 'commerce_payer',
          organization_id: organization.id,
          organization_name: organization.name,
        },
        items: [planItem(organization, planBySlug(organization.plan_slug))],
      })
    },
  }
}
