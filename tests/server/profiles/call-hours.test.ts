import { beforeEach, describe, expect, it } from 'vitest'
import { provisionOrganization } from '../../../server/db/provision.ts'
import { readProfile } from '../../../server/profiles/stored-profile.ts'
import { DEFAULT_CALL_HOURS, DEFAULT_HOURS, getProfile, putProfile } from '../../../src/contract/profile.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'

const params = { orgId: FRESH }
const server = await sharedServer()
beforeEach(() => clear(server, FRESH))

const store = (body: object) => call(server, putProfile, { params, body })
const stored = async () => (await call(server, getProfile, { params })).body.call_hours
const monday = { day: 'monday', isOpen: true, openTime: '09:00', closeTime: '11:00' }

describe('the call hours', () => {
  it('are Monday to Friday 3 to 5 PM for a new organization, and none for one that exists', async () => {
    const { db } = server.deps
    const organization = { id: 'org_new', name: 'New Lawns' }
    await provisionOrganization(db, organization, server.clock.now())
    const { call_hours, business_hours } = await readProfile(db, organization.id)
    const open = call_hours?.filter(({ isOpen }) => isOpen)
    expect(open?.map(({ day }) => day)).toEqual(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'])
    expect(open?.every((day) => day.openTime === '15:00' && day.closeTime === '17:00')).toBe(true)
    expect(business_hours).toEqual(DEFAULT_HOURS)

    await db.updateTable('profiles').set({ fields: '{}' }).where('organization_id', '=', 'org_new').execute()
    expect(await provisionOrganization(db, organization, server.clock.now())).toBe(true)
    expect((await readProfile(db, organization.id)).call_hours).toBeNull()
    expect(await stored()).toBeNull()
  })

  it('change alone, and can be removed', async () => {
    expect((await store({ call_hours: DEFAULT_CALL_HOURS, phone: '1' })).body.call_hours).toEqual(
      DEFAULT_CALL_HOURS,
    )
    expect((await store({ phone: '2' })).body).toMatchObject({
      call_hours: DEFAULT_CALL_HOURS,
      business_hours: DEFAULT_HOURS,
    })
    expect((await store({ call_hours: null })).body.call_hours).toBeNull()
    expect((await store({ call_hours: [] })).body.call_hours).toEqual([])
  })

  it.each<[string, unknown]>([
    ['a text', 'Monday'],
    ['a blank time', [{ ...monday, openTime: '' }]],
    ['a time that no day has', [{ ...monday, closeTime: '24:30' }]],
    ['overlapping hours', [monday, { ...monday, openTime: '10:00', closeTime: '12:00' }]],
    ['hours in the wrong order', [{ ...monday, openTime: '13:00', closeTime: '15:00' }, monday]],
    ['a day of another name', [{ ...monday, day: 'Monday' }]],
  ])('are rejected with %s, and the stored ones stay', async (_, call_hours) => {
    await store({ call_hours: DEFAULT_CALL_HOURS })
    expect((await store({ call_hours, phone: '9' })).status).toBe(400)
    expect(await stored()).toEqual(DEFAULT_CALL_HOURS)
  })

  it('are when a visitor is offered calls, in the time zone of the business', async () => {
    await store({ call_hours: [{ ...monday, openTime: '09:00', closeTime: '09:30' }], timezone: 'UTC' })
    const session = await beginChat(server, FRESH)
    await sayInChat(server, session, 'I need mowing')
    await sayInChat(server, session, 'Ana Torres')
    await sayInChat(server, session, '614-555-0188')
    const { quick_replies } = await sayInChat(server, session, '12 Elm Street, Columbus, OH 43215')
    const times = quick_replies.filter((each) => /\d/.test(each))
    expect(times.length).toBeGreaterThan(0)
    for (const each of times) expect(each).toMatch(/^Mon, \w{3} \d{1,2}, 9:00 AM$/)
  })
})
