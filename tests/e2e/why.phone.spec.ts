import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'
import { visit } from '../support/visiting.ts'

const WHY = 'Why did it say that?'

test('on a phone, each answer has a visible button of a finger’s size, and the reasons fit', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  const { id } = await visit(page.request, GREEN, ['Are you insured?', 'What are your hours?'])
  await page.goto(`/conversations/${id}`)
  const buttons = page.getByRole('button', { name: WHY })
  await expect(buttons.last()).toHaveCSS('opacity', '1')
  const target = await buttons.last().evaluate((button) => {
    const { width, height } = button.getBoundingClientRect()
    const grown = getComputedStyle(button, '::after')
    return {
      width: width - Number.parseFloat(grown.left) - Number.parseFloat(grown.right),
      height: height - Number.parseFloat(grown.top) - Number.parseFloat(grown.bottom),
    }
  })
  expect(Math.min(target.width, target.height)).toBeGreaterThanOrEqual(43)

  await buttons.last().tap()
  const dialog = page.getByRole('dialog', { name: WHY })
  await expect(dialog).toContainText('From your hours')
  expect(await sideways(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toBeHidden()
  await expect(buttons.last()).toBeVisible()
})
