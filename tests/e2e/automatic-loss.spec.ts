import { expect, test } from '../support/e2e.ts'

const NOTICE = /^\d+ leads were marked lost automatically on [A-Z][a-z]{2} \d+\.$/

test.beforeEach(async ({ reset, signIn }) => {
  await reset({ stale: true })
  await signIn()
})

test('leads that were marked lost automatically are restored together', async ({ page }) => {
  await page.goto('/leads?status=lost')
  const notice = page.getByText(NOTICE)
  await expect(notice).toBeVisible()
  const count = Number.parseInt((await notice.textContent()) ?? '', 10)
  const automatic = page.getByTitle('Marked lost automatically: no activity for 30 days')
  await expect(automatic.first()).toBeVisible()

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(`${count} leads restored`)).toBeVisible()
  await expect(notice).toBeHidden()
  await expect(automatic).toHaveCount(0)
  await page.goto('/leads?status=new')
  await expect(page.getByText(new RegExp(`of ${count} leads`))).toBeVisible()
})

test('a dismissed notice does not return', async ({ page }) => {
  await page.goto('/leads')
  await expect(page.getByText(NOTICE)).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(page.getByText(NOTICE)).toBeHidden()
  await page.reload()
  await expect(page.getByText('1-20 of 60 leads')).toBeVisible()
  await expect(page.getByText(NOTICE)).toBeHidden()
})
