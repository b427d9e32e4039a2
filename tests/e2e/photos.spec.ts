import type { Locator, Page } from '@playwright/test'
import { bubbles, conversation, message } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { phonePhoto } from '../support/pictures.ts'

const openChat = (page: Page) => page.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=org_greenacres`)
const chosen = (page: Page) => page.getByRole('list', { name: 'Photos to send' }).getByRole('listitem')
const sent = (page: Page) => conversation(page).getByRole('link', { name: /^Photo \d/ })
const isDrawn = (image: Locator) =>
  image.evaluate((shown) => shown instanceof HTMLImageElement && shown.complete && shown.naturalWidth > 0)

const fileOf = async (name: string, width: number, height: number) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: Buffer.from(await phonePhoto(width, height)),
})

const choose = (page: Page, ...files: { name: string; mimeType: string; buffer: Buffer }[]) =>
  page.locator('input[type=file]').setInputFiles(files)

test.beforeEach(({ reset }) => reset())

test('a visitor sends photos, and the owner sees them', async ({ visitor, page, signIn }) => {
  const [yard, gate, shed] = await Promise.all([
    fileOf('yard.jpg', 4_000, 3_000),
    fileOf('gate.jpg', 900, 1_200),
    fileOf('shed.jpg', 600, 600),
  ])
  await openChat(visitor)
  await expect(bubbles(visitor)).toHaveCount(1)
  await choose(visitor, yard, gate, shed)
  await expect(chosen(visitor).getByRole('img')).toHaveCount(3)
  await visitor.getByRole('button', { name: 'Remove shed.jpg' }).click()
  await expect(chosen(visitor)).toHaveCount(2)

  const upload = visitor.waitForRequest((request) => request.method() === 'PUT')
  await message(visitor).fill('This is my yard, call me at 614-555-0188')
  await message(visitor).press('Enter')
  await expect(sent(visitor)).toHaveCount(2)
  await expect(chosen(visitor)).toHaveCount(0)
  // The browser has made it smaller.
  expect((await (await upload).sizes()).requestBodySize).toBeLessThan(yard.buffer.length)
  await expect.poll(() => isDrawn(sent(visitor).first().getByRole('img'))).toBe(true)
  await visitor.reload()
  await expect(sent(visitor)).toHaveCount(2)

  await signIn()
  await page.goto('/leads')
  const row = page.locator('[data-row-key]').filter({ hasText: '(614) 555-0188' })
  await page.goto(`/leads/${await row.getAttribute('data-row-key')}`)
  await page.getByRole('button', { name: 'Show photo 1 of 2' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo 1 of 2' })
  await expect.poll(() => isDrawn(viewer.getByRole('img', { name: '1 of 2' }))).toBe(true)
  await page.keyboard.press('ArrowRight')
  const next = page.getByRole('dialog', { name: 'Photo 2 of 2' })
  await expect(next.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /\.jpg\?download$/)
  await expect(next.getByRole('button', { name: 'Next photo' })).toBeDisabled()
  await next.getByRole('button', { name: 'Previous photo' }).click()
  await expect(viewer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()

  await page.goto('/conversations')
  await page.getByRole('link').filter({ hasText: '(614) 555-0188' }).first().click()
  const messages = page.getByRole('region', { name: 'Messages' })
  await messages.getByRole('button', { name: 'Show photo 2 of 2' }).click()
  await expect.poll(() => isDrawn(next.getByRole('img', { name: '2 of 2' }))).toBe(true)
})

test.describe('a photo that cannot be loaded', () => {
  test.use({ expectedErrors: [/404/] })

  test('says so', async ({ visitor, page, signIn }) => {
    await openChat(visitor)
    await choose(visitor, await fileOf('yard.jpg', 900, 600))
    await expect(chosen(visitor)).toHaveCount(1)
    await message(visitor).fill('This is my yard, call me at 614-555-0188')
    await message(visitor).press('Enter')
    await expect(sent(visitor)).toHaveCount(1)
    const missing = 'Photo not available'
    await visitor.route(/\.jpg/, (route) => route.fulfill({ status: 404 }))
    await visitor.reload()
    await expect(conversation(visitor).getByRole('link', { name: missing })).toBeVisible()

    await signIn()
    await page.route(/\.jpg/, (route) => route.fulfill({ status: 404 }))
    await page.goto('/conversations')
    await page.getByRole('link').filter({ hasText: '(614) 555-0188' }).first().click()
    const photo = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: /^Show photo/ })
    await expect(photo).toHaveText(missing)
    await photo.click()
    await expect(page.getByRole('alert')).toHaveText('The photo could not be loaded.')
  })
})

test('a visitor learns which photos cannot be sent', async ({ visitor }) => {
  await openChat(visitor)
  await expect(bubbles(visitor)).toHaveCount(1)
  const problem = visitor.locator('#composer').getByRole('alert')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await choose(visitor, { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(problem).toHaveText('Only photos can be sent: JPEG, PNG, WebP, or HEIC pictures.')
  await choose(visitor, {
    name: 'cut.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('\xff\xd8\xff', 'latin1'),
  })
  await expect(problem).toHaveText('This picture is damaged. Please choose another one.')
  await choose(visitor, { name: 'new.heic', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
  await expect(problem).toContainText('This browser cannot read HEIC pictures')
  await expect(chosen(visitor)).toHaveCount(0)

  const yard = await fileOf('yard.jpg', 400, 300)
  const cut = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('\xff\xd8\xff', 'latin1') }
  await choose(visitor, yard, cut, cut, ...Array.from({ length: 8 }, () => yard))
  await expect(chosen(visitor).getByRole('img')).toHaveCount(8)
  await expect(problem).toHaveText(
    'A conversation can hold 10 photos. This picture is damaged. Please choose another one.',
  )
  for (const remove of (await chosen(visitor).getByRole('button').all()).reverse()) await remove.click()
  await choose(visitor, yard)
  await expect(chosen(visitor).getByRole('img')).toHaveCount(1)
  await visitor.context().setOffline(true)
  await message(visitor).press('Enter')
  await expect(problem).toHaveText('You are offline. Photos can be sent when you are back online.')
  await visitor.context().setOffline(false)
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(sent(visitor)).toHaveCount(1)
  await expect(conversation(visitor)).toContainText('Thank you for the photo.')
})
