import {
  confirmRecipient as confirm,
  sendRecipientCode,
} from '../../../src/contract/notification-settings.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { lockOrganization } from '../../db/lock-organization.ts'
import { HttpError } from '../../http/http-error.ts'
import { type Api, mount } from '../../http/mount.ts'
import { readProfile } from '../../profiles/stored-profile.ts'
import { readNotificationSettings } from '../stored-settings.ts'
import { confirmRecipient, unknownRecipient } from './confirm.ts'
import { requestCode } from './request-code.ts'
import { addRecipients, strangersIn } from './standing.ts'

/** Returns when a time is, in words. */
function inDays(time: Date, now: Date): string {
  const days = Math.ceil((time.getTime() - now.getTime()) / DAY_MS)
  return days > 1 ? `in ${days} days` : 'tomorrow'
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
      const waiting = await tx
        .selectFrom('notifications')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where('kind', '=', 'recipient_code')
        .where('recipient', '=', address)
        .where('status', '=', 'queued')
        .executeTakeFirst()
      if (waiting) throw new HttpError(409, 'The last code is still waiting to be sent')
      const none = await requestCode(tx, deps, { organizationId, ...stranger }, now)
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
