import type { PersonChannel } from '../../src/contract/notification-settings.ts'
import { sendTest } from '../../src/contract/notifications.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { notConfigured } from '../http/not-configured.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { escalationEmail } from './admin-emails.ts'
import { unknownDevice } from './device-routes.ts'
import { readNotification } from './log-routes.ts'
import { unsubscribedOf } from './opt-outs.ts'
import { fresh, insertNotifications, type NewNotification } from './planning.ts'
import { unconfirmedOf } from './recipients/standing.ts'
import { emailOf } from './rules.ts'
import { readNotificationSettings } from './stored-settings.ts'
import { mayBeTexted, OTHER_COUNTRY } from './texted-countries.ts'

/** The limit of tests per user, because each is a message that can cost money. */
export const TESTS = { points: 10, duration: 3_600 }

type To = Pick<NewNotification, 'channel' | 'person_id' | 'device_id' | 'recipient' | 'recipient_name'>

const NO_ADDRESS: Record<PersonChannel, string> = {
  email: 'Save an email address first',
  sms: 'Save a phone number first',
}
const UNSUBSCRIBED: Record<PersonChannel, string> = {
  email: 'has unsubscribed. Only the recipient can undo that',
  sms: 'has opted out of text messages. To receive messages again, send START from that phone',
}

/** Mounts the endpoint that sends test messages to a person or device. */
export function mountTests(api: Api): void {
  const { deps } = api
  const { db, clock } = deps
  const limit = createLimiter(deps, 'testsPerUser', TESTS)

  async function toPerson(organizationId: string, channel: PersonChannel, id: string): Promise<To> {
    const { people } = await readNotificationSettings(db, organizationId)
    const person = people.find((each) => each.id === id)
    if (!person) throw new HttpError(404, 'The requested person could not be found.')
    const profile = await readProfile(db, organizationId)
    const own = await escalationEmail(db, deps, organizationId, profile, clock())
    const recipient = channel === 'email' ? emailOf(person, own) : person.phone
    if (recipient === null) throw new HttpError(409, NO_ADDRESS[channel])
    if (channel === 'sms' && !person.sms_consent)
      throw new HttpError(409, 'Text messages need the consent of the person')
    if ((await unsubscribedOf(db, organizationId, [recipient])).length > 0)
      throw new HttpError(409, `${recipient} ${UNSUBSCRIBED[channel]}`)
    if (channel === 'sms' && !mayBeTexted(recipient, profile.phone)) throw new HttpError(409, OTHER_COUNTRY)
    if ((await unconfirmedOf(db, deps, organizationId, [recipient], clock())).length > 0)
      throw new HttpError(409, `${recipient} is not confirmed yet. Enter the code that was sent there first`)
    return { channel, person_id: id, device_id: null, recipient, recipient_name: person.name }
  }

  async function toDevice(organizationId: string, userId: string, id: string): Promise<To> {
    const device = await db
      .selectFrom('push_devices')
      .select('name')
      .where('id', '=', id)
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    if (!device) throw unknownDevice()
    return { channel: 'push', person_id: null, device_id: id, recipient: null, recipient_name: device.name }
  }

  mount(api, sendTest, async ({ organizationId, userId, body }) => {
    const to =
      body.channel === 'push'
        ? await toDevice(organizationId, userId, body.device_id)
        : await toPerson(organizationId, body.channel, body.person_id)
    if (!deps.senders?.[body.channel]) throw notConfigured(body.channel)
    await spend(limit, userId, 'That was the last test for now. Please wait and try again')
    const row = fresh(clock())
    await insertNotifications(db, [
      {
        ...row,
        organization_id: organizationId,
        event: `test:${row.id}`,
        kind: 'test',
        audience: 'owner',
        ...to,
        data: '{}',
      },
    ])
    deps.notifier?.wake()
    return readNotification(db, organizationId, row.id)
  })
}
