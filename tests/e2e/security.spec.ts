import { expect, test } from '../support/e2e.ts'

test.describe('the content security policy', () => {
  test('is sent with every page and blocks an injected script', async ({
    page,
    signIn,
    reset,
    expectedErrors,
  }) => {
    expectedErrors.push(/CSP script-src-elem refused inline/, /Content Security Policy/)
    await reset()
    await signIn()
    const answer = await page.goto('/leads')
    const policy = answer?.headers()['content-security-policy'] ?? ''
    expect(policy).toMatch(/script-src 'self' 'sha256-/)
    expect(answer?.headers()).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
    await expect(page.getByRole('heading', { name: 'Leads' })).toBeVisible()

    const refused = await page.evaluate(
      () =>
        new Promise((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
            resolve(effectiveDirective),
          )
          const script = document.createElement('script')
          script.textContent = 'window.smuggled = true'
          document.body.append(script)
        }),
    )
    expect(refused).toBe('script-src-elem')
    expect(await page.evaluate(() => 'smuggled' in window)).toBe(false)
  })

  test('allows every screen to work, also after navigation', async ({ page, signIn, reset }) => {
    await reset()
    await signIn()
    await page.goto('/')
    for (const [link, heading] of [
      ['Leads', 'Leads'],
      ['Agent', 'Settings'],
      ['Integrations', 'Integrations'],
      ['Billing', 'Billing & Subscription'],
      ['Dashboard', 'Dashboard'],
    ]) {
      await page.getByRole('navigation').getByRole('link', { name: link }).first().click()
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
    }
  })
})
