import { beforeEach, describe, expect, it } from 'vitest'
import { eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import { deliver } from '../../../server/notifications/deliver.ts'
import { unsubscribedOf } from '../../../server/notifications/opt-outs.ts'
import { getSentMessage } from '../../../src/contract/notifications.ts'
import { exportOrganization } from '../../../src/contract/privacy.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { confirm } from '../../support/confirmed.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'
import { columnsContaining } from '../../support/search-tables.ts'

/** Another address for each test, because the links to an address are limited. */
let email = ''
let tests = 0
const DAY = 86_400_000
const server = await postedServer()
const { deps, origin, post } = server
const { db } = deps

beforeEach(async () => {
  for (const table of ['notifications', 'email_opt_outs', 'opt_out_hashes'] as const)
    await db.deleteFrom(table).execute()
  await post.clear()
  tests += 1
  email = `pat${tests}@example.com`
})

const optOuts = () =>
  db.selectFrom('email_opt_outs').select(['organization_id', 'email']).orderBy('organization_id').execute()
const own = () => ({ organization_id: GREEN, email })
const all = () => ({ organization_id: null, email })

const unsubscribeUrl = ({ token }: { token: string }) => `${origin}/api/v1/notifications/unsubscribe/${token}`
const press = async (url: string, action?: string) => {
  const body = new URLSearchParams(action ? { action } : {})
  const answer = await fetch(url, { method: 'POST', body })
  return { status: answer.status, html: await answer.text() }
}

/** A mail whose recipient has unsubscribed. */
async function unsubscribed(action?: string, fields = {}) {
  const row = await addNotification(db, {
    ...{
      organization_id: GREEN,
      kind: 'new_lead',
      created_at: deps.clock(),
      recipient: email,
      status: 'sent',
    },
    ...fields,
  })
  await press(unsubscribeUrl(row), action)
  return row
}

/** Asks for the link on the page of an earlier mail, and returns it from the mail. */
async function mailedLink(row: { token: string }): Promise<string> {
  expect((await press(unsubscribeUrl(row), 'send_link')).html).toContain(`The link is on its way to ${email}`)
  const planned = await db
    .selectFrom('notifications')
    .selectAll()
    .where('kind', '=', 'resubscribe')
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow()
  await deliver(deps, planned.id)
  const mail = post.mailbox.mails.list().find(({ to }) => to.includes(email))
  const [link] = /https?:\S+\/resubscribe\/\S+/.exec(mail?.text ?? '') ?? []
  return link ?? ''
}

describe('the page to unsubscribe', () => {
  it('also offers to stop all mail of the server, for every business', async () => {
    const row = await unsubscribed('unsubscribe_all')
    expect(await optOuts()).toEqual([own(), all()])
    expect(await unsubscribedOf(db, FRESH, [email.toUpperCase(), 'sue@example.com'])).toEqual([
      email.toUpperCase(),
    ])
    const html = await (await fetch(unsubscribeUrl(row))).text()
    expect(html).toContain(`Fieldhand sends no more emails to ${email}, for any business.`)
    expect(html).not.toContain('unsubscribe_all')
  })

  it('offers it afterward, too, and takes an unknown action or a broken form as the business’s', async () => {
    const row = await unsubscribed('nonsense')
    expect(await optOuts()).toEqual([own()])
    const broken = { method: 'POST', body: '%%%', headers: { 'Content-Type': 'multipart/form-data' } }
    expect((await fetch(unsubscribeUrl(row), broken)).status).toBe(200)
    expect((await press(unsubscribeUrl(row))).html).toContain('unsubscribe_all')
    expect((await press(unsubscribeUrl(row), 'unsubscribe_all')).html).toContain('for any business')
    expect(await optOuts()).toEqual([own(), all()])
  })
})

describe('the link to get emails again', () => {
  it('is mailed to the recipient, with a fixed text, and works when its button is pressed', async () => {
    const link = await mailedLink(await unsubscribed())
    const [mail] = post.mailbox.mails.list()
    expect(mail).toMatchObject({ to: [email], subject: 'Get emails again?', replyTo: null })
    expect(mail?.from).toContain('Fieldhand')
    expect(mail?.text).not.toContain('Green Acres')
    expect(mail?.html).not.toContain('Green Acres')
    expect(mail?.headers.join('\n')).not.toMatch(/List-Unsubscribe/i)
    expect(mail?.text.match(/https?:/g)).toHaveLength(1)
    for (const method of ['GET', 'HEAD']) expect((await fetch(link, { method })).status).toBe(200)
    expect(await (await fetch(link)).text()).toContain('Get emails from Green Acres')
    expect(await optOuts()).toEqual([own()])
    expect(await press(link)).toMatchObject({
      status: 200,
      html: expect.stringContaining('You get emails again'),
    })
    expect(await optOuts()).toEqual([])
    expect((await press(link)).status).toBe(200)
  })

  it('also ends the opt-out from all mail, but not the one from another business', async () => {
    await db
      .insertInto('email_opt_outs')
      .values({ ...own(), organization_id: FRESH, at: deps.clock() })
      .execute()
    const link = await mailedLink(await unsubscribed('unsubscribe_all'))
    expect(await (await fetch(link)).text()).toContain('Get emails from Fieldhand again?')
    await press(link)
    expect(await optOuts()).toEqual([{ ...own(), organization_id: FRESH }])
  })

  it('does not undo a later opt-out, and works for a week', async () => {
    const row = await unsubscribed()
    const link = await mailedLink(row)
    server.clock.advance(1_000)
    await press(link)
    await press(unsubscribeUrl(row))
    expect((await press(link)).status).toBe(404)
    expect(await optOuts()).toEqual([own()])
    const late = await mailedLink(row)
    server.clock.advance(7 * DAY)
    expect((await press(late)).status).toBe(404)
    expect((await fetch(late)).status).toBe(404)
    expect(await optOuts()).toEqual([own()])
  })

  it('is sent three times a day at most, and only to those who have unsubscribed', async () => {
    const row = await unsubscribed()
    const count = async () =>
      (await db.selectFrom('notifications').select('id').where('kind', '=', 'resubscribe').execute()).length
    for (let time = 0; time < 5; time += 1) await press(unsubscribeUrl(row), 'send_link')
    expect(await count()).toBe(3)
    await db.deleteFrom('email_opt_outs').execute()
    await press(unsubscribeUrl(row), 'send_link')
    expect(await count()).toBe(3)
  })

  it('is unknown under the token of any other mail, which is unknown there', async () => {
    const row = await unsubscribed()
    await press(`${origin}/api/v1/notifications/resubscribe/${row.token}`)
    expect(await optOuts()).toEqual([own()])
    const link = await mailedLink(row)
    expect((await fetch(link.replace('resubscribe', 'unsubscribe'))).status).toBe(404)
  })
})

it('no member reads the links of a mail in the log or the export', async () => {
  const row = await addNotification(db, {
    ...{ organization_id: GREEN, kind: 'webhook_disabled', created_at: deps.clock(), recipient: email },
    data: JSON.stringify({ host: 'hooks.example', reason: 'It is gone' }),
  })
  await confirm(db, GREEN, [email], deps.clock())
  await deliver(deps, row.id)
  const [mail] = post.mailbox.mails.list()
  expect(mail?.text).toContain(unsubscribeUrl(row))
  expect(mail?.html).toContain(unsubscribeUrl(row))
  const link = await mailedLink(await unsubscribed())
  const tokens = [row.token, link.split('/').at(-1)]
  const rows = await db.selectFrom('notifications').select('id').execute()
  for (const { id } of rows) {
    const { body } = await call(server, getSentMessage, { params: { orgId: GREEN, notificationId: id } })
    for (const token of tokens) expect(JSON.stringify(body)).not.toContain(token)
  }
  const exported = await call(server, exportOrganization, { params: { orgId: GREEN } })
  for (const token of tokens) expect(JSON.stringify(exported.body)).not.toContain(token)
})

describe('erasing an organization’s data', () => {
  it('keeps opt-outs, without their addresses, until the address turns up', async () => {
    await unsubscribed()
    await db.deleteFrom('journal_entries').execute()
    await eraseOrganizationData(db, GREEN)
    expect(await columnsContaining(db, email)).toEqual([])
    const kinds = (await db.selectFrom('journal_entries').select('kind').execute()).map(({ kind }) => kind)
    expect(kinds).toContain('organization_data_erased')
    expect(kinds).not.toContain('mail_opt_out_ended')
    expect(await unsubscribedOf(db, FRESH, [email])).toEqual([])
    expect(await unsubscribedOf(db, GREEN, [email])).toEqual([email])
    expect(await optOuts()).toEqual([own()])
  })

  it('twice, and with an opt-out from all mail, keeps both', async () => {
    await unsubscribed('unsubscribe_all')
    await eraseOrganizationData(db, GREEN)
    await eraseOrganizationData(db, GREEN)
    expect(await optOuts()).toEqual([all()])
    expect(await unsubscribedOf(db, GREEN, [email])).toEqual([email])
    expect(await optOuts()).toEqual([own(), all()])
  })
})
