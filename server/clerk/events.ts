import * as v from 'valibot'
import { Id } from '../../src/contract/fields.ts'
import { LIMITS } from '../../src/contract/limits.ts'

/** The parts of Clerk's webhook payloads that Fieldhand reads. Clerk can add fields and omit optional ones. */
const Name = v.pipe(
  v.string(),
  v.transform((name) => name.slice(0, LIMITS.name)),
)
const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema), null)

const OrganizationData = v.object({ id: Id, name: optional(Name) })

const MembershipData = v.object({
  id: Id,
  role: v.string(),
  organization: OrganizationData,
  public_user_data: v.object({
    user_id: Id,
    first_name: optional(Name),
    last_name: optional(Name),
    /** An email address, or the phone number or username of an account without one. */
    identifier: optional(Name),
  }),
})

const Payer = v.object({ organization_id: optional(Id), organization_name: optional(Name) })

/** An amount in cents, with or without its currency. */
const Money = v.union([
  v.number(),
  v.pipe(
    v.object({ amount: v.number() }),
    v.transform(({ amount }) => amount),
  ),
])

export const ItemData = v.object({
  id: Id,
  status: v.string(),
  period_end: optional(v.number()),
  is_free_trial: optional(v.boolean()),
  amount: optional(Money),
  lifetime_paid: optional(Money),
  plan: optional(
    v.object({ slug: v.string(), has_base_fee: optional(v.boolean()), amount: optional(v.number()) }),
  ),
})
export type ItemData = v.InferOutput<typeof ItemData>

const payer = optional(Payer)
const typed = <const Types extends readonly string[], Data extends v.GenericSchema>(
  types: Types,
  data: Data,
) => v.object({ type: v.picklist(types), data })

/** The events that have an effect. All other events are acknowledged and ignored. */
export const ClerkEvent = v.variant('type', [
  typed(['organization.created', 'organization.updated'], OrganizationData),
  typed(['organization.deleted', 'user.deleted'], v.object({ id: Id })),
  typed(
    ['organizationMembership.created', 'organizationMembership.updated', 'organizationMembership.deleted'],
    MembershipData,
  ),
  typed(
    ['subscription.created', 'subscription.updated', 'subscription.active', 'subscription.pastDue'],
    v.object({ payer, items: v.optional(v.nullable(v.array(ItemData)), []) }),
  ),
  typed(
    [
      'subscriptionItem.created',
      'subscriptionItem.updated',
      'subscriptionItem.active',
      'subscriptionItem.canceled',
      'subscriptionItem.upcoming',
      'subscriptionItem.ended',
      'subscriptionItem.abandoned',
      'subscriptionItem.incomplete',
      'subscriptionItem.pastDue',
      'subscriptionItem.freeTrialEnding',
    ],
    v.object({ ...ItemData.entries, payer }),
  ),
])
export type ClerkEvent = v.InferOutput<typeof ClerkEvent>

const KNOWN: ReadonlySet<string> = new Set(ClerkEvent.options.flatMap(({ entries }) => entries.type.options))

export const isKnown = (type: string): boolean => KNOWN.has(type)

/** The envelope of every event. `timestamp` is the time of the event in milliseconds. */
export const Envelope = v.object({ type: v.string(), timestamp: v.pipe(v.number(), v.minValue(0)) })
