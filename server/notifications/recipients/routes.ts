import type { Kysely } from 'kysely'
import {
  confirmRecipient as confirm,
  sendRecipientCode,
} from '../../../src/contract/notification-settings.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { lockOrganization } from '../../db/lock-organization.ts'
import type { Database } from '../../db/schema.ts'
import { HttpError } from '../../http/http-error.ts'
import { type Api, mount } from '../../http/mount.ts'
import { readProfile } from '../../profiles/stored-profile.ts'
import { readNotificationSettings } from '../stored-settings.ts'
import { confirmRecipient, unknownRecipient } from './confirm.ts'
import { ASKED, requestCode } from './request-code.ts'
import { addRecipients, strangersIn } from './standing.ts'

/** Returns when a time is, in words. */
function inDays(time: Date, now: Date): string {
  const days = Math.ceil((time.getTime() - now.getTime()) / DAY_MS)
  return days > 1 ? `in ${days} days` : 'tomorrow'
}

/**
 * Sends the code that waits for the morning now. Returns false if none waits.
 * @throws {HttpError} if the last code is about to be sent.
 */
async function sendHeldCode(
  tx: Kysely<Database>,
  { organizationId, address }: { organizationId: string; address: string },
  now: Date,
): Promise<boolean> {
  const waiting = await tx
    .selectFrom('notifications')
    .select(['id', 'due_at', 'released_at'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'recipient_code')
    .where('recipient', '=', address)
    .where('status', '=', 'queued')
    .forUpdate()
    .executeTakeFirst()
  if (!waiting) return false
  const isHeld = waiting.released_at === null && waiting.due_at !== null && waiting.due_at > now
  if (!isHeld) throw new HttpError(409, 'The last code is still waiting to be sent')
  await tx
    .updateTable('notifications')
    .set({ data: JSON.stringify(ASKED), created_at: now, due_at: null })
    .where('id', '=', waiting.id)
    .execute()
  return true
}

/** Mounts the endpoints with which the recipients of alerts are confirmed. */
export function mountRecipients(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  mount(api, sendRecipientCode, async ({ organizationId, body: { address } }) => {
    const now = clock()
    await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const saved = {
        organizationId,
        settings: await readNotificationSettings(tx, organizationId),
        profile: await readProfile(tx, organizationId),
      }
      const stranger = (await strangersIn(tx, deps, saved)).find((each) => each.address === address)
      if (!stranger) throw unknownRecipient()
      await addRecipients(tx, deps, saved, now)
      const ofRecipient = tx
        .selectFrom('alert_recipients')
        .where('organization_id', '=', organizationId)
        .where('address', '=', address)
      const { confirmed_at } = await ofRecipient.select('confirmed_at').executeTakeFirstOrThrow()
      if (confirmed_at !== null) throw new HttpError(409, `${address} is confirmed already`)
      if (await sendHeldCode(tx, { organizationId, address }, now)) return
      const none = await requestCode(tx, deps, { organizationId, ...stranger, isAsked: true }, now)
      if (none)
        throw new HttpError(
          409,
          none.tryAt ? `${none.reason}. Try again ${inDays(none.tryAt, now)}` : none.reason,
        )
      await tx
        .updateTable('alert_recipients')
        .set({ code_due_at: null })
        .where('organization_id', '=', organizationId)
        .where('address', '=', address)
        .execute()
    })
    deps.notifier?.wake()
  })

  mount(api, confirm, ({ organizationId, body }) =>
    confirmRecipient(db, { organizationId, ...body }, clock()),
  )
}
