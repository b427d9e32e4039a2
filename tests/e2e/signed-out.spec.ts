import { consoleRoutes } from '../../scripts/lib/routes.ts'
import { expect, test } from '../support/e2e.ts'
import { fillSignInForm, OWNER } from '../support/sign-in.ts'

const guarded = consoleRoutes().filter(({ isGuarded }) => isGuarded)

test('signed out, every route requests nothing of the product and leads to /sign-up', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/')) asked.push(request.url())
  })
  expect(guarded).not.toEqual([])
  for (const { path } of guarded) {
    const route = path.replace(/:\w+/, 'some-id')
    await page.goto(route, { waitUntil: 'commit' })
    await expect(page).toHaveURL(/\/sign-up/)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    expect(asked, route).toEqual([])
  }
})

test('the sign-up screen has no shell, and signing in leads to the requested page', async ({ page }) => {
  await page.goto('/leads?status=new')
  await expect(page).toHaveURL(/\/sign-up/)
  await expect(page).toHaveTitle(/Fieldhand/)
  await expect(page.locator('.sign-up').getByText('Fieldhand', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Google/ })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()

  await page.getByRole('link', { name: 'Go to sign-in' }).click()
  await fillSignInForm(page, OWNER)
  await expect(page).toHaveURL(/\/leads\?status=new$/)
})
