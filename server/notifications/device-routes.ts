import type { Kysely, Selectable } from 'kysely'
import {
  addDevice,
  changeDevice,
  type Device,
  NOTIFICATION_LIMITS,
  removeDevice,
} from '../../src/contract/notification-settings.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'

type Row = Selectable<Database['push_devices']>

const present = ({ id, name, alerts, endpoint, created_at, last_sent_at }: Row): Device => ({
  id,
  name,
  alerts,
  endpoint,
  created_at: created_at.toISOString(),
  last_sent_at: last_sent_at?.toISOString() ?? null,
})

export const unknownDevice = () => new HttpError(404, 'The requested device could not be found.')

export async function devicesOf(
  db: Kysely<Database>,
  organizationId: string,
  userId: string,
): Promise<Device[]> {
  const rows = await db
    .selectFrom('push_devices')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(present)
}

/**
 * Mounts the endpoints for the browsers that receive push messages. Each browser belongs to the user who subscribed
 * last.
 */
export function mountDevices(api: Api): void {
  const { db, clock, config } = api.deps

  mount(api, addDevice, ({ organizationId, userId, sessionId, body }) => {
    rejectPrivateEndpoint(body.endpoint, config.isLocal)
    const { endpoint, alerts, ...keys } = body
    const set = { ...keys, user_id: userId, session_id: sessionId, alerts: JSON.stringify(alerts) }
    return db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const changed = await tx
        .updateTable('push_devices')
        .set(set)
        .where('organization_id', '=', organizationId)
        .where('endpoint', '=', endpoint)
        .returningAll()
        .executeTakeFirst()
      if (changed) return present(changed)
      const { count } = await tx
        .selectFrom('push_devices')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      if (Number(count) >= NOTIFICATION_LIMITS.devices)
        throw new HttpError(409, `There is room for ${NOTIFICATION_LIMITS.devices} devices. Remove one first`)
      const row = { id: newId('device'), organization_id: organizationId, endpoint, ...set }
      return present(
        await tx
          .insertInto('push_devices')
          .values({ ...row, created_at: clock() })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    })
  })

  mount(api, changeDevice, async ({ organizationId, userId, params, body }) => {
    const row = await db
      .updateTable('push_devices')
      .set({ alerts: JSON.stringify(body.alerts) })
      .where('id', '=', params.deviceId)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw unknownDevice()
    return present(row)
  })

  mount(api, removeDevice, async ({ organizationId, userId, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('push_devices')
      .where('id', '=', params.deviceId)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw unknownDevice()
  })
}

/**
 * Rejects endpoints that cannot be a push service, so that nobody can make the server call its own network. The local
 * push service runs on this machine.
 */
function rejectPrivateEndpoint(endpoint: string, isLocal: boolean): void {
  const { protocol, hostname, port } = new URL(endpoint)
  const isNamed = /\.[a-z][a-z\d-]*$/i.test(hostname) && !/\.(local|internal|localhost)$/i.test(hostname)
  if (isLocal || (protocol === 'https:' && isNamed && port === '')) return
  throw new HttpError(400, 'Expected the URL of a push service')
}
