import { afterAll, beforeAll, beforeEach } from 'vitest'
import { compose } from '../../server/notifications/compose/compose.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import { openTestDatabase } from './database.ts'
import { addNotification } from './notification-row.ts'
import { addToldVisitor } from './told-visitor.ts'

/** A Friday at 10 AM in New York. */
export const NOW = new Date('2026-11-20T15:00:00Z')
/** The start of the visitor's estimate call. */
export const START = '2026-11-23T20:00:00.000Z'
export const WHEN = 'Monday, November 23 at 3:00 PM EST'

/** The public URLs that messages link to. */
export const LINKED = {
  origins: {
    console: 'https://app.fieldhand.test',
    api: 'https://api.fieldhand.test',
    widget: 'https://widget.fieldhand.test',
  },
}

export const toVisitor = { audience: 'visitor', recipient: 'ada@hedgerow.test' } as const
/** The data of a notification about the estimate call. */
export const call = { data: { start: START } }

/** The fields of a notification, with its data as an object. */
export type Fields = Omit<Partial<Parameters<typeof addNotification>[1]>, 'data'> & {
  data?: object
  booking?: string
}

/**
 * Composes notifications for the business Green Acres on a database for the test file that is empty before each test.
 */
export function composing() {
  let database: Awaited<ReturnType<typeof openTestDatabase>>
  const db = () => database.db

  beforeAll(async () => {
    database = await openTestDatabase()
  }, 60_000)
  afterAll(() => database.close())

  beforeEach(async () => {
    await db().deleteFrom('organizations').execute()
    await db().insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
    const fields = { business_name: 'Green Acres', phone: '6145550100', email: 'hello@greenacres.test' }
    await db()
      .insertInto('profiles')
      .values({ organization_id: 'org', fields: JSON.stringify(fields), updated_at: NOW })
      .execute()
  })

  const addVisitor = (fields: Partial<Parameters<typeof addToldVisitor>[1]> = {}) =>
    addToldVisitor(db(), { organization: 'org', now: NOW, ...fields })

  async function say(kind: NotificationKind, { data = {}, booking: _, ...fields }: Fields = {}, now = NOW) {
    const row = await addNotification(db(), {
      organization_id: 'org',
      kind,
      created_at: NOW,
      ...fields,
      data: JSON.stringify(data),
    })
    return { row, composed: await compose(db(), LINKED, row, now) }
  }

  async function mail(kind: NotificationKind, fields: Fields = {}, now = NOW) {
    const { row, composed } = await say(kind, fields, now)
    if (composed === null || 'canceled' in composed || composed.channel !== 'email') {
      throw new Error(`no mail: ${JSON.stringify(composed)}`)
    }
    return { row, ...composed }
  }

  return { db, addVisitor, say, mail }
}
