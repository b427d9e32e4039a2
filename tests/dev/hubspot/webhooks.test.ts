import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Signature } from '@hubspot/api-client'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { signV3, type WebhookEvent } from '../../../dev/hubspot/webhooks.ts'
import { clientSecret, connect, hubspotForTests } from './support.ts'

interface Received {
  headers: Record<string, string>
  body: string
  events: WebhookEvent[]
}
let received: Received[] = []
let status = 204
const target: Server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString()
    received.push({ headers: request.headers as Record<string, string>, body, events: JSON.parse(body) })
    response.writeHead(status).end()
    status = 204
  })
})
await new Promise<void>((done) => target.listen(0, '127.0.0.1', done))
afterAll(() => target.close())
const targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/hooks?for=a%2Fb%20c`

const hubspot = await hubspotForTests({ webhooks: { targetUrl, retriesMs: [1, 1] } })
const { webhooks } = hubspot
let { client } = await connect(hubspot.url)
beforeEach(async () => {
  received = []
  ;({ client } = await connect(hubspot.url))
})
const events = async () => {
  await webhooks.settled()
  return received.flatMap((each) => each.events)
}
const isValid = ({ headers, body }: Received, url: string) =>
  Signature.isValid({
    signatureVersion: 'v3',
    signature: headers['x-hubspot-signature-v3'] ?? '',
    clientSecret,
    requestBody: body,
    url,
    timestamp: Number(headers['x-hubspot-request-timestamp']),
  })

it('tells of what the app did, in one signed request', async () => {
  const { id } = await client.crm.contacts.basicApi.create({
    properties: { firstname: 'Pat', jobtitle: 'x' },
  })
  const sent = await events()
  expect(received).toHaveLength(1)
  const all = { objectId: Number(id), portalId: 44_100_021, changeSource: 'INTEGRATION', sourceId: '4230117' }
  expect(sent).toMatchObject([
    { ...all, subscriptionType: 'contact.creation', changeFlag: 'CREATED', attemptNumber: 0 },
    { ...all, subscriptionType: 'contact.propertyChange', propertyName: 'firstname', propertyValue: 'Pat' },
  ])
  expect(new Set(sent.map(({ eventId }) => eventId)).size).toBe(2)
  const decoded = targetUrl.replace('%2F', '/')
  const [request] = received
  expect(request && isValid(request, decoded)).toBe(true)
  expect(request && isValid({ ...request, body: `${request.body} ` }, decoded)).toBe(false)
})

it('signs as documented', () => {
  const request = { uri: 'https://x.example/a%20b%3F?to=a%40b%2F%3Ac', body: '[]', timestamp: 5 }
  const { getSignature } = Signature as unknown as {
    getSignature(method: string, version: 'v3', options: object): string
  }
  const url = 'https://x.example/a%20b??to=a@b/:c'
  const expected = getSignature('POST', 'v3', { clientSecret: 's', url, requestBody: '[]', timestamp: 5 })
  expect(signV3('s', request)).toBe(expected)
})

it('tells of what a user does in HubSpot, and of real changes only', async () => {
  const account = hubspot.account()
  const author = { source: 'CRM_UI', sourceId: `userId:${account.user.id}` } as const
  const contact = account.create('contacts', { firstname: 'Pat' }, [], author)
  account.update(contact, { firstname: 'Pat', lastname: 'N' }, author)
  const other = account.create('contacts', { lastname: 'M' }, [], author)
  const merged = account.merge('contacts', contact.id, other.id, author)
  account.archive(merged, author)
  const deal = account.create('deals', { dealstage: 'contractsent' }, [], author)
  account.update(deal, { dealstage: 'closedwon' }, author)
  const sent = await events()
  expect(
    sent.every(({ changeSource, sourceId }) => changeSource === 'CRM_UI' && sourceId === 'userId:61200345'),
  ).toBe(true)
  const names = sent.map(({ subscriptionType, propertyValue = '' }) =>
    `${subscriptionType} ${propertyValue}`.trim(),
  )
  expect(names).toEqual([
    'contact.creation',
    'contact.propertyChange Pat',
    'contact.propertyChange N',
    'contact.creation',
    'contact.propertyChange M',
    'contact.merge',
    'contact.deletion',
    'deal.propertyChange contractsent',
    'deal.propertyChange closedwon',
  ])
  expect(sent[5]).toMatchObject({
    primaryObjectId: Number(contact.id),
    mergedObjectIds: [Number(other.id)],
    newObjectId: Number(merged.id),
    numberOfPropertiesMoved: 0,
  })
})

it('tries again until it is told yes', async () => {
  status = 500
  await client.crm.contacts.basicApi.create({ properties: { jobtitle: 'x' } })
  const sent = await events()
  expect(sent.map(({ attemptNumber }) => attemptNumber)).toEqual([0, 1])
  expect(sent[0]?.eventId).toBe(sent[1]?.eventId)
  expect(webhooks.deliveries.list().map((each) => each.status)).toEqual([204, 500])
})

it('tells nothing of an account without the app', async () => {
  const account = hubspot.account()
  hubspot.tokens.uninstall(account.portalId)
  account.create('contacts', { firstname: 'Pat' }, [], { source: 'CRM_UI', sourceId: 'userId:1' })
  expect(await events()).toEqual([])
})

describe('told to', () => {
  const add = () => client.crm.contacts.basicApi.create({ properties: { firstname: 'Pat' } })
  const tell = (fault: string) =>
    fetch(`${hubspot.url}/webhook-fault`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ fault, times: 1 }),
    })

  it('sends twice, in reverse, forged, or not at all', async () => {
    await tell('twice')
    await add()
    await events()
    expect(received.map(({ body }) => body)).toEqual([received[0]?.body, received[0]?.body])
    received = []
    await tell('reversed')
    await add()
    expect((await events()).map(({ subscriptionType }) => subscriptionType)).toEqual([
      'contact.propertyChange',
      'contact.creation',
    ])
    received = []
    await tell('forged')
    await add()
    await events()
    expect(received.map((each) => isValid(each, targetUrl.replace('%2F', '/')))).toEqual([false])
    received = []
    await tell('lost')
    await add()
    expect(await events()).toEqual([])
    await add()
    expect(await events()).toHaveLength(2)
  })
})
