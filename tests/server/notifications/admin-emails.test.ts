import { afterEach, expect, it } from 'vitest'
import { adminEmails } from '../../../server/notifications/admin-emails.ts'
import { FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const { db, clock } = server.deps

afterEach(async () => void (await db.deleteFrom('members').execute()))

it('the first admin stays the first after a change to the account', async () => {
  const join = (id: string, email: string) => ({
    ...{ id, email, organization_id: FRESH, user_id: email, role: 'org:admin' },
    changed_at: clock(),
  })
  const founder = join('orgmem_2Ab', 'founder@fieldhand.test')
  const others = [join('orgmem_2aB', 'third@fieldhand.test'), join('orgmem_2B', 'second@fieldhand.test')]
  await db
    .insertInto('members')
    .values([...others, founder])
    .execute()
  const emails = () => adminEmails(db, {}, FRESH)
  const inOrder = [founder.email, 'second@fieldhand.test', 'third@fieldhand.test']
  expect(await emails()).toEqual(inOrder)
  const changed_at = new Date(clock().getTime() + 1_000)
  await db.updateTable('members').set({ changed_at }).where('id', '=', founder.id).execute()
  expect(await emails()).toEqual(inOrder)
})
