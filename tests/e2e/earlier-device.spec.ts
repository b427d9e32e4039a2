import type { Page } from '@playwright/test'
import { tokenIn } from '../support/clerk-in-page.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'

/** The owner's ID in the demo data. */
const USER = 'user_owner'

interface Device {
  items: Record<string, string>
  /** The values of the outbox's entries. */
  outbox: object[]
}

/** Stores what version 1.0.0 of the console stored on a device, in its databases and under its keys. */
async function storeAsVersion1(page: Page, device: Device): Promise<void> {
  // A document of the console's origin without the console.
  await page.goto('/icons/favicon.svg')
  await page.evaluate(
    async ({ items, outbox, owner }) => {
      for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value)
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('fieldhand', 1)
        opening.onupgradeneeded = () => {
          const store = opening.result.createObjectStore('outbox', { keyPath: 'key', autoIncrement: true })
          store.createIndex('owner', ['userId', 'organizationId'])
        }
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const writing = opening.result.transaction('outbox', 'readwrite')
          for (const value of outbox) writing.objectStore('outbox').add({ ...owner, value })
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
        }
      })
    },
    { ...device, owner: { userId: USER, organizationId: GREEN } },
  )
}

/** Returns what the API returns for a path of the organization. */
async function read<Value>(page: Page, path: string): Promise<Value> {
  const response = await page.request.get(`${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/${path}`, {
    headers: { Authorization: `Bearer ${await tokenIn(page)}`, 'X-Organization-ID': GREEN },
  })
  expect(response.ok()).toBe(true)
  return response.json()
}

test('what version 1.0.0 stored on a device is sent or shown', async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await page.goto('/leads')
  await expect(page.getByText(/of 60 leads$/)).toBeVisible()
  const leads = await read<{ id: string; status: string; conversation_id: string | null }[]>(page, 'leads')
  const lead = leads.find(({ status }) => status === 'new')
  const talked = leads.find(({ id, conversation_id }) => conversation_id !== null && id !== lead?.id)
  if (!lead || !talked?.conversation_id) throw new Error('The demo data has no such leads')

  const { phone } = await read<{ phone: string }>(page, 'profile')

  const at = new Date().toISOString()
  await storeAsVersion1(page, {
    items: {
      [`fieldhand.reply.${USER}.${GREEN}.${talked.conversation_id}`]: 'rWe can come on Friday',
      [`fieldhand.settings.${USER}.${GREEN}`]: JSON.stringify({
        version: 1,
        keptAt: at,
        changes: { phone: { base: phone, mine: '(614) 555-0199' } },
      }),
    },
    outbox: [
      {
        change: { type: 'status', leadId: lead.id, status: 'converted' },
        madeAt: at,
        failures: 1,
        missed: 0,
      },
      {
        change: {
          type: 'create',
          leadId: 'lead_written_by_version_1',
          fields: { prospect_name: 'Vera One', prospect_email: 'vera@one.test' },
        },
        madeAt: at,
        failures: 0,
        missed: 0,
      },
    ],
  })

  await page.goto('/leads')
  await expect(page.getByText(/of 61 leads$/)).toBeVisible()
  await expect
    .poll(async () => {
      const now = await read<{ id: string; status: string; prospect_name: string }[]>(page, 'leads')
      return [
        now.find(({ id }) => id === lead.id)?.status,
        now.some(({ prospect_name }) => prospect_name === 'Vera One'),
      ]
    })
    .toEqual(['converted', true])

  await page.goto(`/conversations/${talked.conversation_id}`)
  await expect(page.getByRole('textbox', { name: 'Reply' })).toHaveValue('We can come on Friday')

  await page.goto('/agent')
  await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible()
  await expect(page.getByLabel('Phone Number')).toHaveValue('(614) 555-0199')
})
