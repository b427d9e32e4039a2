import { expect, test } from '../support/e2e.ts'
import { openSettings } from '../support/settings.ts'

test('the settings fit a phone, saving stays within reach, and the preview fills the screen', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  await openSettings(page)
  await page.getByLabel('Agent Name').fill('Olive')
  await page.getByText('Advanced Settings').click()
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)
  const bar = page.getByRole('region', { name: 'Unsaved changes' })
  await expect(bar.getByRole('button', { name: 'Save', exact: true })).toBeInViewport({ ratio: 1 })
  expect((await bar.boundingBox())?.height).toBeLessThan(140)
  await page.getByRole('region', { name: 'Design' }).getByRole('button', { name: 'Show preview' }).click()
  const sheet = page.getByRole('dialog', { name: 'Preview', exact: true })
  await sheet.getByLabel('Preview on').selectOption('monday')
  await expect(sheet.locator('.preview')).toContainText('Olive')
  await sheet.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(sheet).toBeHidden()
  await page.getByRole('button', { name: 'Collapse all' }).click()
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeHidden()
  await page.getByLabel('Go to section').selectOption('Installation')
  await expect(page.getByRole('region', { name: 'Installation' })).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Copy Code' })).toBeVisible()

  await page.getByRole('link', { name: 'Preview Widget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Widget Preview' })
  await expect(dialog).toBeVisible()
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 })
  for (const button of await dialog.getByRole('button').all()) {
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  const chat = page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
  await expect(chat.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByLabel('Agent Name')).toHaveValue('Olive')
})
