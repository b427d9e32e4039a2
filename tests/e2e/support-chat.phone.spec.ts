import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { openSettings } from '../support/settings.ts'

test.use({ expectedErrors: [/Failed to load resource/] })

test('on a phone, help is behind More, reports there if it is unavailable, and fills the screen', async ({
  page,
  reset,
  signIn,
}) => {
  await reset()
  await signIn()
  const script = `${TEST_ORIGINS.api}/support-chat/packs/js/sdk.js`
  await page.route(script, (route) => route.abort('connectionrefused'))
  await openSettings(page)
  await page.getByRole('button', { name: 'Need help installing? Ask support' }).click()
  await expect(page.locator('.toast')).toContainText('The support chat cannot be reached right now.')

  await page.goto('/leads')
  const more = page.getByRole('button', { name: /^More/ })
  const chat = page.locator('[data-chat]')
  await more.click()
  await chat.click()
  await expect(chat).toHaveText(/Chat unavailable/)
  await expect(chat).toBeVisible()

  await page.unroute(script)
  await chat.click()
  const frame = page.frameLocator('#chatwoot_live_chat_widget')
  await expect(frame.getByText('Nobody reads it')).toBeVisible()
  await expect(chat).toBeHidden()
  expect(await page.locator('#cw-widget-holder').boundingBox()).toEqual({
    x: 0,
    y: 0,
    width: 390,
    height: 844,
  })
  await frame.getByRole('button', { name: 'Close chat' }).click()
  await expect(frame.getByText('Nobody reads it')).toBeHidden()
  await expect(more).toBeFocused()
})
