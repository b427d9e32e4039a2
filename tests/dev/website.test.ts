import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LocalServer, serveLocally } from '../../dev/lib/serve.ts'
import { createWebsite, WEBSITE_BASE } from '../../dev/website/site.ts'
import { blockedAddresses } from '../../server/net/public-address.ts'
import { readWebsite } from '../../server/website/read-website.ts'
import { sharedServer } from '../support/server.ts'

let server: LocalServer

beforeAll(async () => {
  server = await serveLocally(createWebsite())
})
afterAll(() => server.close())

const read = (isLocal: boolean) =>
  readWebsite(`${server.url}${WEBSITE_BASE}/`, {
    organizationId: 'org_green',
    isPrivate: blockedAddresses(isLocal),
  })

it('the sample website tells everything that the setup needs', async () => {
  const { pages, faqs, services, business } = await read(true)
  expect(pages).toHaveLength(4)
  expect(faqs).toHaveLength(4)
  expect(services?.text).toContain('Maple Row takes care of lawns')
  expect(business).toEqual({
    name: 'Maple Row Lawn & Landscape',
    phone: '(614) 555-0142',
    email: 'hello@maplerowlawn.example.com',
    address: expect.stringMatching(/^\d+ .+, Columbus, OH 43215$/),
    hours: [
      ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map((day) => ({
        day,
        isOpen: true,
        openTime: '07:30',
        closeTime: '17:30',
      })),
      { day: 'saturday', isOpen: true, openTime: '08:00', closeTime: '13:00' },
      { day: 'sunday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
    ],
    services: [
      'Lawn Mowing',
      'Fertilizing & Weed Control',
      'Aeration & Overseeding',
      'Mulch & Bed Care',
      'Shrub & Hedge Trimming',
      'Leaf Removal',
    ],
    cities: ['Columbus', 'Dublin', 'Hilliard', 'Worthington', 'Upper Arlington', 'Powell'],
    colors: ['#1B5E20', '#F9A825'],
  })
})

it('it can only be read where the server is local', async () => {
  await expect(read(false)).rejects.toThrow('is not on the public internet')
})

it('the API serves it to this machine only', async () => {
  const { app } = await sharedServer()
  for (const path of [WEBSITE_BASE, `${WEBSITE_BASE}/`, `${WEBSITE_BASE}/contact`]) {
    expect((await app.api.request(`http://localhost${path}`)).status).toBe(200)
    expect((await app.api.request(`http://rebound.example.com${path}`)).status).toBe(403)
  }
})
