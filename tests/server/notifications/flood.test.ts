import { afterEach, beforeEach, expect, it } from 'vitest'
import { deliver } from '../../../server/notifications/deliver.ts'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Person,
  putNotificationSettings,
} from '../../../src/contract/notification-settings.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { addNotification } from '../../support/notification-row.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'
import { call, FRESH, GREEN } from '../api/support.ts'

const server = await sharedServer()
const { deps } = server
const { db } = deps
const VICTIM = 'victim@example.test'
const ann = {
  ...{ id: 'ann', name: 'Ann', email: 'ann@fresh.example', phone: '+16145550123', sms_consent: true },
  choices: { needs_person: ['email', 'sms'], new_lead: ['sms'], booking: [], daily_summary: [] },
} satisfies Person

let sent: ReturnType<typeof recordingSenders>['sent']

beforeEach(() => {
  const recording = recordingSenders()
  sent = recording.sent
  deps.senders = recording.senders
})
afterEach(async () => {
  await db.deleteFrom('notifications').execute()
})

type Fields = Partial<Parameters<typeof addNotification>[1]>

/** Sends `times` messages about different visitors, and returns how each one ended. */
async function flood(times: number, fields: Fields, organization = FRESH): Promise<string[]> {
  const outcomes: string[] = []
  for (let time = 0; time < times; time += 1) {
    const now = server.clock.now()
    const lead = { converted_to_booking_id: null, booking_start_time: null, booking_status: null }
    const { lead_id, conversation_id } = await addToldVisitor(db, { organization, now, lead })
    const { id } = await addNotification(db, {
      organization_id: organization,
      kind: 'transcript',
      created_at: now,
      lead_id,
      conversation_id,
      ...fields,
    })
    await deliver(deps, id)
    const row = await db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    outcomes.push(row.reason ?? row.status)
  }
  return outcomes
}

it('a stranger can have only ten emails a day sent to one address, from all businesses together', async () => {
  const toVictim: Fields = { audience: 'visitor', recipient: VICTIM }
  expect(new Set(await flood(9, toVictim))).toEqual(new Set(['sent']))
  expect(await flood(2, { ...toVictim, recipient: 'Victim@Example.test' }, GREEN)).toEqual([
    'sent',
    'The recipient has already received 10 messages today',
  ])
  expect(await flood(1, { ...toVictim, recipient: 'other@example.test' })).toEqual(['sent'])
  expect(sent).toHaveLength(11)
  server.clock.advance(DAY_MS)
  expect(await flood(1, toVictim)).toEqual(['sent'])
})

it('visitors who keep asking for a person cause only twenty texts an hour', async () => {
  await call(server, putNotificationSettings, {
    params: { orgId: FRESH },
    body: { people: [...DEFAULT_NOTIFICATION_SETTINGS.people, ann] },
  })
  const toOwner: Fields = { kind: 'needs_person', channel: 'sms', person_id: ann.id, recipient: ann.phone }
  const outcomes = await flood(22, toOwner)
  const reason = 'The recipient has already received 20 of these texts within an hour'
  expect(outcomes.slice(19)).toEqual(['sent', reason, reason])
  expect(await flood(1, { ...toOwner, kind: 'new_lead' })).toEqual(['sent'])
  const byEmail = await flood(22, { ...toOwner, channel: 'email', recipient: ann.email })
  expect(new Set(byEmail)).toEqual(new Set(['sent']))
  server.clock.advance(HOUR_MS)
  expect(await flood(1, toOwner)).toEqual(['sent'])
})
