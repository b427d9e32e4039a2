import { beforeEach, expect, it } from 'vitest'
import { eraseConversations } from '../../../server/erasure/erase-conversations.ts'
import { eraseLead } from '../../../server/erasure/erase-lead.ts'
import { eraseOrganization, eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import { eraseOldNotifications } from '../../../server/jobs/clean-up.ts'
import { unsubscribedOf } from '../../../server/notifications/opt-outs.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await postedServer()
const { deps, origin } = server
const { db } = deps
const EMAIL = 'victim@example.com'

beforeEach(async () => {
  for (const table of [
    'notifications',
    'erased_mails',
    'email_opt_outs',
    'opt_out_hashes',
    'journal_entries',
  ] as const)
    await db.deleteFrom(table).execute()
})

/** A mail that a victim has received, about a lead of a business. */
async function delivered(organization = GREEN) {
  const now = deps.clock()
  const call = { converted_to_booking_id: null, booking_start_time: null, booking_status: null }
  const lead = { prospect_email: EMAIL, ...call }
  const told = await addToldVisitor(db, { organization, now, lead })
  const row = await addNotification(db, {
    ...{ organization_id: organization, kind: 'confirmation', audience: 'visitor', recipient: EMAIL },
    ...{ lead_id: told.lead_id, conversation_id: told.conversation_id },
    ...{ status: 'sent', created_at: now, sent_at: now },
  })
  return { ...told, url: `${origin}/api/v1/notifications/unsubscribe/${row.token}` }
}

const erasures = {
  'its lead': ({ lead_id }: { lead_id: string }) =>
    db.transaction().execute((tx) => eraseLead(tx, GREEN, lead_id)),
  'its conversation': ({ conversation_id }: { conversation_id: string }) =>
    db.transaction().execute((tx) => eraseConversations(tx, [conversation_id])),
  'the organization’s data': () => eraseOrganizationData(db, GREEN),
}

it.each(Object.entries(erasures))(
  'the link to unsubscribe still works when %s was erased, and holds for later mail',
  async (_, erase) => {
    const mail = await delivered()
    await erase(mail)
    expect(await columnsContaining(db, EMAIL)).not.toContain('notifications.recipient')
    expect(await db.selectFrom('erased_mails').select('audience').execute()).toHaveLength(1)
    const page = await fetch(mail.url)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringMatching(/Stop emails from Green Acres.*This address will get no more emails/s),
    ])
    const answer = await fetch(mail.url, { method: 'POST' })
    const html = await answer.text()
    expect([answer.status, html]).toEqual([200, expect.stringContaining('no more emails to this address')])
    expect(html).not.toContain('send_link')
    expect(await (await fetch(mail.url)).text()).toContain('You get no more emails')
    const entry = db.selectFrom('journal_entries').select('organization').where('kind', '=', 'mail_opt_out')
    expect(await entry.execute()).toEqual([{ organization: GREEN }])

    expect(await unsubscribedOf(db, FRESH, [EMAIL])).toEqual([])
    expect(await unsubscribedOf(db, GREEN, ['Victim@example.com'])).toEqual(['Victim@example.com'])
    // The opt-out is known by its address now.
    expect(await (await fetch(mail.url)).text()).toContain('You get no more emails')
  },
)

it('the same link stops the mail of all businesses, also when its business is gone', async () => {
  await db
    .insertInto('organizations')
    .values({ id: 'org_gone', name: 'Gone', created_at: deps.clock() })
    .execute()
  const mail = await delivered('org_gone')
  await eraseOrganization(db, 'org_gone')
  expect(await (await fetch(mail.url)).text()).toContain('unsubscribe_all')
  const body = new URLSearchParams({ action: 'unsubscribe_all' })
  expect((await fetch(mail.url, { method: 'POST', body })).status).toBe(200)
  expect(await unsubscribedOf(db, FRESH, [EMAIL])).toEqual([EMAIL])
})

it('what is left of a mail is deleted after 180 days, and nothing is left of mail that was never sent', async () => {
  const mail = await delivered()
  await db.updateTable('notifications').set({ status: 'queued', sent_at: null }).execute()
  await erasures['its lead'](mail)
  expect((await fetch(mail.url)).status).toBe(404)
  const sent = await delivered()
  await erasures['its lead'](sent)
  await eraseOldNotifications(db, new Date(deps.clock().getTime() + 179 * DAY_MS))
  expect((await fetch(sent.url)).status).toBe(200)
  await eraseOldNotifications(db, new Date(deps.clock().getTime() + 180 * DAY_MS))
  expect((await fetch(sent.url)).status).toBe(404)
})
