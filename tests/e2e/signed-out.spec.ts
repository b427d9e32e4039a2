import { expect, test } from '../support/e2e.ts'

const ROUTES = [
  '/',
  '/leads',
  '/leads/some-lead',
  '/agent',
  '/playground',
  '/integrations',
  '/organization',
  '/billing',
]

for (const route of ROUTES) {
  test(`signed out, ${route} shows nothing and leads to /sign-up`, async ({ page }) => {
    const drawn: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/')) drawn.push(request.url())
    })
    await page.goto(route)
    await expect(page).toHaveURL(/\/sign-up/)
    await expect(page.getByLabel('Email address')).toBeVisible()
    expect(drawn, 'nothing of the product is asked for').toEqual([])
  })
}

test('the sign-up screen stands by itself, with logo and social buttons', async ({ page }) => {
  await page.goto('/sign-up')
  await expect(page).toHaveTitle(/Fieldhand/)
  await expect(page.getByRole('img', { name: 'Fieldhand' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /Google/ })).toBeVisible()
})
