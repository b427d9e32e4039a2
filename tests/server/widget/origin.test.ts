import { expect, it } from 'vitest'
import type { ChatOrigin } from '../../../src/contract/widget.ts'
import { sharedServer } from '../../support/server.ts'
import { leadOfChat, sayInChat } from '../../support/visitor.ts'

const GREEN = 'org_greenacres'
const server = await sharedServer()

const begin = (body: object) =>
  server.fetchApi(`/api/v1/widget/${GREEN}/conversations`, {
    as: null,
    method: 'POST',
    body: JSON.stringify(body),
  })

async function originOfLead(sent: ChatOrigin) {
  const session = await (await begin(sent)).json()
  for (const message of ['Lawn mowing', 'Zoe Quill', '614-555-0173'])
    await sayInChat(server, session, message)
  const lead = await leadOfChat(server, GREEN, session)
  return [lead?.page, lead?.utm_source, lead?.utm_medium, lead?.utm_campaign]
}

it('passes the page and the campaign of a chat on to its lead', async () => {
  const sent = { page: '/pricing', utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall sale' }
  expect(await originOfLead(sent)).toEqual(['/pricing', 'google', 'cpc', 'Fall sale'])
})

it('stores neither blank texts, nor a query, nor anything but a path', async () => {
  const sent = { page: '/quote?email=me@example.com#top', utm_source: '  ', utm_medium: ' cpc ' }
  expect(await originOfLead(sent)).toEqual(['/quote', null, 'cpc', null])
  expect(await originOfLead({ page: 'javascript:alert(1)' })).toEqual([null, null, null, null])
  expect(await originOfLead({})).toEqual([null, null, null, null])
})

it.each([{ page: `/${'x'.repeat(500)}` }, { utm_source: 'x'.repeat(501) }, { utm_campaign: 5 }])(
  'refuses an origin that is too long or no text',
  async (body) => {
    expect((await begin(body)).status).toBe(400)
  },
)
