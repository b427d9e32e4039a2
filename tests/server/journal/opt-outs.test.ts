import { beforeEach, expect, it } from 'vitest'
import { applyEntries } from '../../../server/backups/apply-journal.ts'
import { type Entry, lineOf, parseLine, selectEntries } from '../../../server/journal/entries.ts'
import { unsubscribedOf } from '../../../server/notifications/opt-outs.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'

const PHONE = '+16145550134'
const EMAIL = 'zoe@example.test'
const { deps, post, origin } = await postedServer()
const { db } = deps

const TABLES = [
  'notifications',
  'email_opt_outs',
  'sms_opt_outs',
  'journal_entries',
  'opt_out_hashes',
] as const
beforeEach(async () => {
  for (const table of TABLES) await db.deleteFrom(table).execute()
})

/** Stores opt-outs, which it then knows only from their entries, as after a restore. */
async function optOutAndRestore(): Promise<void> {
  const at = deps.clock()
  await db.insertInto('email_opt_outs').values({ organization_id: GREEN, email: EMAIL, at }).execute()
  await db.insertInto('sms_opt_outs').values({ phone: PHONE, at }).execute()
  const rows = await selectEntries(db).execute()
  const entries = rows.map((row) => parseLine(lineOf(row)) as Entry)
  await db.deleteFrom('email_opt_outs').execute()
  await db.deleteFrom('sms_opt_outs').execute()
  const applied = await db.transaction().execute((tx) => applyEntries(tx, entries, at))
  expect(applied.effects).toMatchObject({ mailOptOuts: 1, textOptOuts: 1 })
  const again = await db.transaction().execute((tx) => applyEntries(tx, entries, at))
  expect(again.effects).toMatchObject({ mailOptOuts: 0, textOptOuts: 0 })
}

it('a restored opt-out from all mail holds for every organization', async () => {
  const at = deps.clock()
  await db.insertInto('email_opt_outs').values({ organization_id: null, email: EMAIL, at }).execute()
  const rows = await selectEntries(db).execute()
  const entries = rows.map((row) => parseLine(lineOf(row)) as Entry)
  await db.deleteFrom('email_opt_outs').execute()
  const applied = await db.transaction().execute((tx) => applyEntries(tx, entries, at))
  expect(applied.effects).toMatchObject({ mailOptOuts: 1 })
  expect(await unsubscribedOf(db, FRESH, [EMAIL])).toEqual([EMAIL])
  expect(await unsubscribedOf(db, GREEN, [EMAIL])).toEqual([EMAIL])
  expect(await db.selectFrom('email_opt_outs').select(['organization_id', 'email']).execute()).toEqual([
    { organization_id: null, email: EMAIL },
  ])
  const ended = await db.transaction().execute(async (tx) => {
    const withdrawn = entries.map((entry) => ({
      ...entry,
      id: crypto.randomUUID(),
      kind: 'mail_opt_out_ended' as const,
    }))
    return applyEntries(tx, withdrawn, at)
  })
  expect(ended.effects).toMatchObject({ optIns: 1 })
})

const hashes = async () => (await db.selectFrom('opt_out_hashes').select('kind').execute()).length

it('a restored opt-out holds for its address or number, in any case, and for no other', async () => {
  await optOutAndRestore()
  const others = ['zoe@example.tes', '+16145550135']
  expect(await unsubscribedOf(db, GREEN, others)).toEqual([])
  expect(await unsubscribedOf(db, FRESH, [EMAIL])).toEqual([])
  expect(await hashes()).toBe(2)
  expect(await unsubscribedOf(db, GREEN, ['Zoe@Example.test', PHONE])).toEqual(['Zoe@Example.test', PHONE])
  expect(await hashes()).toBe(0)
  expect(await db.selectFrom('email_opt_outs').select(['organization_id', 'email']).execute()).toEqual([
    { organization_id: GREEN, email: EMAIL },
  ])
})

it('a restored opt-out from texts ends with START, and is not told that nobody reads', async () => {
  await optOutAndRestore()
  post.texts.texts.clear()
  expect(await post.texts.reply(PHONE, 'Thanks!')).toBe(200)
  expect(post.texts.texts.list().filter(({ isReply }) => !isReply)).toEqual([])
  for (const table of ['email_opt_outs', 'sms_opt_outs', 'opt_out_hashes'] as const)
    await db.deleteFrom(table).execute()
  await optOutAndRestore()
  expect(await post.texts.reply(PHONE, 'START')).toBe(200)
  expect(await unsubscribedOf(db, GREEN, [PHONE])).toEqual([])
  const kinds = (await db.selectFrom('journal_entries').select('kind').orderBy('at').execute()).map(
    ({ kind }) => kind,
  )
  expect(kinds.at(-1)).toBe('text_opt_out_ended')
})

it('a restored opt-out from mail is shown at the link in an earlier mail', async () => {
  const { token } = await addNotification(db, {
    ...{
      organization_id: GREEN,
      kind: 'new_lead',
      status: 'sent',
      recipient: EMAIL,
      created_at: deps.clock(),
    },
  })
  await optOutAndRestore()
  const page = await fetch(`${origin}/api/v1/notifications/unsubscribe/${token}`)
  expect(await page.text()).toContain('You get no more emails')
})
