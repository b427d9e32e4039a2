import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../support/e2e.ts'

const list = (page: Page) => page.locator('.inbox-rows')
const links = (page: Page) => list(page).getByRole('link')

test.beforeEach(async ({ reset, signIn }) => {
  await reset()
  await signIn()
})

test('the inbox begins near the top, has a sheet of filters, and fills the screen with a conversation', async ({
  page,
}) => {
  await page.goto('/conversations')
  await expect(links(page)).toHaveCount(30)
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  expect((await list(page).first().boundingBox())?.y).toBeLessThan(300)

  await test.step('filters are a sheet behind one button with their number', async () => {
    const filter = page.getByRole('button', { name: 'Filter' })
    await filter.tap()
    const sheet = page.getByRole('dialog', { name: 'Filter conversations' })
    await sheet.getByRole('button', { name: 'Needs a person' }).tap()
    await sheet.getByRole('button', { name: 'Unread' }).tap()
    await expect(page).toHaveURL(/needs_person=true&unread=true$/)
    await sheet.getByRole('button', { name: 'Show conversations' }).tap()
    await expect(sheet).toBeHidden()
    await expect(links(page)).toHaveCount(3)
    await expect(filter).toHaveText('Filter2')
    await filter.tap()
    await sheet.getByRole('button', { name: 'Clear' }).tap()
    await expect(page).toHaveURL(/\/conversations$/)
    await expect(filter).toHaveText('Filter')
    await sheet.getByRole('button', { name: 'Show conversations' }).tap()
    await expect(sheet).toBeHidden()
    await expect(links(page)).toHaveCount(30)
  })

  await test.step('a conversation fills the screen; Back returns to the same place', async () => {
    const link = links(page).nth(15)
    await link.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(300)
    await link.tap()
    const thread = page.getByRole('dialog')
    await expect(thread.getByRole('listitem').first()).toBeVisible()
    expect(await thread.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() })
    await expect(thread.getByPlaceholder('Reply to the visitor')).toBeInViewport({ ratio: 1 })
    await thread.getByRole('button', { name: 'Saved replies' }).tap()
    const replies = page.getByRole('dialog', { name: 'Saved replies' })
    // Unlike the conversation below it.
    await expect(replies.locator('.dialog-body')).toHaveCSS('overflow-y', 'auto')
    await replies.getByRole('button', { name: 'Close' }).tap()
    await expect(replies).toBeHidden()
    await page.goBack()
    await expect(thread).toBeHidden()
    await expect(page).toHaveURL(/\/conversations$/)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await link.tap()
    await thread.getByRole('button', { name: 'Close', exact: true }).first().tap()
    await expect(thread).toBeHidden()
    expect(await page.evaluate(() => scrollY)).toBe(before)
  })

  await test.step('the first lead begins near the top, too', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Leads' }).tap()
    const lead = page.locator('li[data-row-key]').first()
    await expect(lead).toBeVisible()
    await expect(page).toHaveURL(/\/leads$/)
    expect((await lead.boundingBox())?.y).toBeLessThan(300)
  })
})

test('on the narrowest phones, a conversation has one line above the messages and one above the field', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/conversations')
  await links(page).first().tap()
  const middle = async (place: Locator) => {
    await expect(place).toBeVisible()
    const box = await place.boundingBox()
    return (box?.y ?? 0) + (box?.height ?? 0) / 2
  }
  const bar = page.locator('.thread-bar')
  const standing = await middle(bar.getByRole('status'))
  expect(Math.abs(standing - (await middle(bar.getByRole('button', { name: 'Take over' }))))).toBeLessThan(4)
  const write = await middle(page.locator('.composer-kind'))
  expect(Math.abs(write - (await middle(page.getByRole('button', { name: 'Draft' }))))).toBeLessThan(4)
})
