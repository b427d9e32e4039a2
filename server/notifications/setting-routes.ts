import { emailKey } from '../../src/contract/email-address.ts'
import {
  getNotificationSetup,
  type NotificationSettings,
  putNotificationSettings,
  resubscribe,
} from '../../src/contract/notification-settings.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { notConfigured } from '../http/not-configured.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { escalationEmail } from './admin-emails.ts'
import { channelStates } from './channels/open.ts'
import { devicesOf } from './device-routes.ts'
import { mailOptOutsOf, unsubscribedOf } from './opt-outs.ts'
import { sendDueCodes } from './recipients/due-codes.ts'
import { listUnconfirmed } from './recipients/list.ts'
import { addRecipients, unconfirmedOf } from './recipients/standing.ts'
import { hasLink, planResubscribeLink } from './resubscribe.ts'
import { emailOf } from './rules.ts'
import { recipientHash } from './sent-messages.ts'
import { mergeNotificationSettings, readNotificationSettings } from './stored-settings.ts'

/** How many links to get emails again an address gets from all organizations, and how many an organization sends. */
const LINKS_TO_ADDRESS = { points: 1, duration: 86_400 }
const LINKS_OF_ORGANIZATION = { points: 10, duration: 86_400 }

const emailsOf = ({ people }: NotificationSettings, escalationEmail: string | null): string[] =>
  people.flatMap((person) => emailOf(person, escalationEmail) ?? [])

/** Mounts the endpoints for the settings that determine who is notified, and through which channels. */
export function mountNotificationSettings(api: Api): void {
  const { deps } = api
  const { db, clock } = deps
  const linksToAddress = createLimiter(deps, 'resubscribe_links', LINKS_TO_ADDRESS)
  const linksOfOrganization = createLimiter(deps, 'resubscribe_links_of', LINKS_OF_ORGANIZATION)

  mount(api, getNotificationSetup, async ({ organizationId, userId }) => {
    const [settings, profile, devices] = await Promise.all([
      readNotificationSettings(db, organizationId),
      readProfile(db, organizationId),
      devicesOf(db, organizationId, userId),
    ])
    const phones = settings.people.flatMap(({ phone }) => phone ?? [])
    const now = clock()
    const email = await escalationEmail(db, deps, organizationId, profile, now)
    const typed = profile.escalation_email?.trim() || email
    const recipients = [...new Set([...emailsOf(settings, typed), ...phones])]
    return {
      settings,
      escalation_email: email,
      channels: channelStates(deps.senders),
      devices,
      vapid_public_key: deps.senders?.push?.publicKey ?? null,
      unsubscribed: await unsubscribedOf(db, organizationId, recipients),
      unconfirmed: await listUnconfirmed(db, deps, { organizationId, settings, profile }, now),
    }
  })

  mount(api, putNotificationSettings, async (call) => {
    const { organizationId } = call
    const now = clock()
    const settings = await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const merged = await mergeNotificationSettings(tx, call, call.body, now)
      const profile = await readProfile(tx, organizationId)
      await addRecipients(tx, deps, { organizationId, settings: merged, profile }, now)
      return merged
    })
    await sendDueCodes(deps, organizationId)
    return settings
  })

  // Only the recipient can undo an opt-out. A member can have the link for it sent to people in the settings.
  mount(api, resubscribe, async ({ organizationId, body }) => {
    const email = emailKey(body.email)
    const settings = await readNotificationSettings(db, organizationId)
    const profile = await readProfile(db, organizationId)
    const own =
      profile.escalation_email?.trim() || (await escalationEmail(db, deps, organizationId, profile, clock()))
    if (!emailsOf(settings, own).some((each) => emailKey(each) === email)) {
      throw new HttpError(404, 'Nobody in the notification settings has this email address')
    }
    const out = await mailOptOutsOf(db, organizationId, email)
    if (out.all)
      throw new HttpError(
        409,
        'This person gets no mail from any business. Only they can change that, with the link in an earlier email',
      )
    if (!out.own) return
    if ((await unconfirmedOf(db, deps, organizationId, [email], clock())).length > 0)
      throw new HttpError(409, 'This person has not confirmed this email address yet')
    if (!deps.senders?.email) throw notConfigured('email')
    if (await hasLink(db, organizationId, email)) {
      throw new HttpError(
        409,
        'This person has already got a link. An earlier email to them offers another one',
      )
    }
    await spend(
      linksOfOrganization,
      organizationId,
      'That was the last link for today. Please try again tomorrow',
    )
    await spend(linksToAddress, recipientHash(email), 'This person has already got a link today')
    await planResubscribeLink(deps, { organizationId, recipient: email, audience: 'owner' })
  })
}
