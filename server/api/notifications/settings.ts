import {
  getNotificationSetup,
  type NotificationSettings,
  putNotificationSettings,
  resubscribe,
} from '../../../src/contract/notification-settings.ts'
import { escalationEmail } from '../../notifications/admin-emails.ts'
import { channelStates } from '../../notifications/channels/open.ts'
import { unsubscribedOf } from '../../notifications/opt-outs.ts'
import { emailOf } from '../../notifications/rules.ts'
import { mergeNotificationSettings, readNotificationSettings } from '../../notifications/stored-settings.ts'
import { HttpError } from '../http-error.ts'
import { lockOrganization } from '../lock-organization.ts'
import { type Api, mount } from '../mount.ts'
import { readProfile } from '../settings/stored-profile.ts'
import { devicesOf } from './devices.ts'

const emailsOf = ({ people }: NotificationSettings, escalationEmail: string | null): string[] =>
  people.flatMap((person) => emailOf(person, escalationEmail) ?? [])

/** Mounts the endpoints for the settings that determine who is notified, and through which channels. */
export function mountNotificationSettings(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  mount(api, getNotificationSetup, async ({ organizationId, userId }) => {
    const [settings, profile, devices] = await Promise.all([
      readNotificationSettings(db, organizationId),
      readProfile(db, organizationId),
      devicesOf(db, organizationId, userId),
    ])
    const phones = settings.people.flatMap(({ phone }) => phone ?? [])
    const email = await escalationEmail(db, deps, organizationId, profile)
    const recipients = [...new Set([...emailsOf(settings, email), ...phones])]
    return {
      settings,
      escalation_email: email,
      channels: channelStates(deps.senders),
      devices,
      vapid_public_key: deps.senders?.push?.publicKey ?? null,
      unsubscribed: await unsubscribedOf(db, organizationId, recipients),
    }
  })

  mount(api, putNotificationSettings, (call) =>
    db.transaction().execute(async (tx) => {
      await lockOrganization(tx, call.organizationId)
      return mergeNotificationSettings(tx, call, call.body, clock())
    }),
  )

  // Visitors who unsubscribed stay unsubscribed: only people in the settings can be subscribed again.
  mount(api, resubscribe, async ({ organizationId, body }) => {
    const email = body.email.toLowerCase()
    const settings = await readNotificationSettings(db, organizationId)
    const own = await escalationEmail(db, deps, organizationId, await readProfile(db, organizationId))
    if (!emailsOf(settings, own).some((each) => each.toLowerCase() === email)) {
      throw new HttpError(404, 'Nobody in the notification settings has this email address')
    }
    await db
      .deleteFrom('email_opt_outs')
      .where('organization_id', '=', organizationId)
      .where('email', '=', email)
      .execute()
  })
}
