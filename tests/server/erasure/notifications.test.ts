import { expect, it } from 'vitest'
import { deleteLead } from '../../../src/contract/leads.ts'
import { call, FRESH } from '../../support/api.ts'
import { notify } from '../../support/notifications.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const held = async (...texts: string[]) =>
  (await Promise.all(texts.map((text) => columnsContaining(server.deps.db, text)))).flat()

it('erases what was sent about a lead, what summaries say, and the consent to text messages', async () => {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', 'Zebulon Quackenbush', '614-555-0173', '12 Elm Street, Columbus'])
    await sayInChat(server, session, message)
  const lead_id = (await leadOfChat(server, FRESH, session))?.id ?? ''
  const { db, clock } = server.deps
  await notify(server, { organization_id: FRESH, id: 'about', lead_id, text: 'About Zebulon' })
  await notify(server, {
    organization_id: FRESH,
    id: 'chat',
    conversation_id: session.conversation_id,
    text: 'Zebulon wants a person',
  })
  await notify(server, {
    organization_id: FRESH,
    id: 'summary',
    kind: 'daily_summary',
    text: 'Zebulon and others',
    html: '<b>Zebulon</b>',
  })
  await notify(server, { organization_id: FRESH, id: 'other', text: 'About Xaver' })
  const consent = { organization_id: FRESH, at: clock() }
  await db
    .insertInto('sms_consents')
    .values([
      { ...consent, phone: '+16145550173', source: 'visitor' },
      // Another number of the same visitor.
      { ...consent, phone: '+16145550174', source: 'visitor', lead_id },
      { ...consent, phone: '+16145550188', source: 'visitor' },
    ])
    .execute()
  expect(await held('Zebulon', '5550173')).toEqual(
    expect.arrayContaining(['notifications.text', 'notifications.html', 'sms_consents.phone']),
  )
  await call(server, deleteLead, { params: { orgId: FRESH, leadId: lead_id } })
  expect(await held('Zebulon', '5550173')).toEqual([])
  const left = await db.selectFrom('notifications').select('id').orderBy('id').execute()
  expect(left).toEqual([{ id: 'other' }, { id: 'summary' }])
  const consents = await db.selectFrom('sms_consents').select('phone').execute()
  expect(consents).toEqual([{ phone: '+16145550188' }])
})
