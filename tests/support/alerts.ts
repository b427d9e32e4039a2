import { sql } from 'kysely'
import { newId } from '../../server/base/ids.ts'
import { lastMessage } from '../../server/conversations/messages.ts'
import { mergeNotificationSettings } from '../../server/notifications/stored-settings.ts'
import type { Needs } from '../../src/contract/conversations.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Person } from '../../src/contract/notification-settings.ts'
import { confirm } from './confirmed.ts'
import { until } from './eventually.ts'
import type { TextingServer } from './texting.ts'

export const OWNER_EMAIL = 'owner@fieldhand.test'

/** Returns what tests of answered alerts do with a server. */
export function alertsOn(server: TextingServer) {
  const { db, clock, notifier } = server.deps
  const [escalation] = DEFAULT_NOTIFICATION_SETTINGS.people as [Person]

  /** Waits until no job is left that could run now. */
  const settled = () =>
    until(async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from pgboss.job
        where state < 'completed' and start_after <= now() + interval '1 minute' and name <> 'summaries'`.execute(
        db,
      )
      return rows[0]?.count === 0
    })

  return {
    settled,

    /** Lets people of an organization get texts about waiting visitors at their confirmed numbers. */
    async alert(organizationId: string, ...members: { phone: string; email: string; name?: string }[]) {
      const texts = {
        needs_person: ['sms' as const],
        new_lead: ['sms' as const],
        booking: [],
        daily_summary: [],
      }
      const none = { needs_person: [], new_lead: [], booking: [], daily_summary: [] }
      const people = members.map(({ name = '', ...member }, index) => ({
        ...{ id: `person-${index}`, name, sms_consent: true, choices: texts },
        ...member,
      }))
      await db
        .transaction()
        .execute((tx) =>
          mergeNotificationSettings(
            tx,
            { organizationId, userId: 'user_owner' },
            { people: [{ ...escalation, choices: none }, ...people] },
            clock(),
          ),
        )
      await confirm(
        db,
        organizationId,
        members.map(({ phone }) => phone),
        clock(),
      )
    },

    /** Adds a member to an organization. */
    async join(organizationId: string, id: string, email: string, name: string) {
      const at = clock()
      const common = { created_at: at, updated_at: at }
      await db
        .insertInto('identity_users')
        .values({ ...common, id, email, email_id: `email_${id}`, first_name: name, last_name: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await db
        .insertInto('identity_memberships')
        .values({
          ...common,
          id: `mem_${id}`,
          organization_id: organizationId,
          user_id: id,
          role: 'org:member',
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },

    /** Has a visitor wait for a person, whose phone texts with the business. Returns the conversation's ID. */
    async wait(
      organizationId: string,
      {
        name,
        phone,
        says = 'Are your estimates free?',
        needs = 'asked',
      }: {
        name: string
        phone: string
        says?: string
        needs?: Needs
      },
    ): Promise<string> {
      server.clock.advance(1_000)
      const id = newId('conv')
      const now = clock()
      const message = {
        ...{ id: newId('msg'), organization_id: organizationId, conversation_id: id, position: 0 },
        ...({
          message_type: 'incoming',
          author: 'visitor',
          author_name: null,
          client_id: newId('c'),
        } as const),
        ...{ content: says, created_at: now },
      }
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('conversations')
          .values({
            ...{ id, organization_id: organizationId, visitor_token_hash: null, state: '{}' },
            ...{ channel: 'sms', text_phone: phone, status: 'needs_person', needs, unread: 1 },
            ...{ created_at: now, updated_at: now, ...lastMessage([message]) },
          })
          .execute()
        await tx.insertInto('messages').values(message).execute()
        await tx
          .insertInto('sms_consents')
          .values({ organization_id: organizationId, phone, source: 'visitor', at: now, lead_id: null })
          .execute()
        await tx
          .insertInto('leads')
          .values({
            ...{ id: `lead_${id}`, organization_id: organizationId, conversation_id: id, source: 'sms' },
            ...{
              status: 'new',
              prospect_name: name,
              prospect_phone: phone,
              created_at: now,
              updated_at: now,
            },
          })
          .execute()
        await notifier?.announce(tx, {
          ...{ kind: 'needs_person', organizationId, conversationId: id, needs, at: now.toISOString() },
        })
      })
      await settled()
      return id
    },

    /** Returns what was said in a conversation: `person Olivia: Yes`. */
    async said(conversationId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('messages')
        .select(['author', 'author_name', 'content'])
        .where('conversation_id', '=', conversationId)
        .where('message_type', '<>', 'note')
        .orderBy('position')
        .execute()
      return rows.map(({ author, author_name, content }) =>
        [author, author_name].filter(Boolean).join(' ').concat(`: ${content}`),
      )
    },

    /** Sends a text, and returns what its phone has received by the time that everything is done. */
    async text(phone: string, text: string, more: Record<string, string> = {}): Promise<string[]> {
      const before = server.received(phone).length
      await server.text(phone, text, more)
      await settled()
      return server.received(phone).slice(before)
    },
  }
}
