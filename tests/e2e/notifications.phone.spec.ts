import { accessibilityProblems, sideways } from '../support/accessibility.ts'
import { expect, test } from '../support/e2e.ts'
import { setChannels } from '../support/notifications-page.ts'
import { GREEN } from '../support/organizations.ts'
import { storeElsewhere } from '../support/settings.ts'

const LONG = 'Maximiliana-Bartholomea von und zu Hohenlohe-Waldenburg-Schillingsfürst'
const NOTHING = { needs_person: [], new_lead: [], booking: [], daily_summary: [] }

test('20 people with long names fit a phone, and pass axe', async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await setChannels(page, { email: false })
  await page.goto('/agent')
  await storeElsewhere(page, GREEN, 'notifications/settings', {
    escalate_minutes: 10,
    quiet_hours: { from: '21:00', to: '07:00' },
    people: [
      { id: 'escalation', name: '', email: null, phone: null, sms_consent: false, choices: NOTHING },
      ...Array.from({ length: 19 }, (_, at) => ({
        id: `person_${at}`,
        name: `${LONG} ${at}`,
        email: `${'a'.repeat(60)}@${'very-long-'.repeat(5)}domain.example.com`,
        phone: '+16145550142',
        sms_consent: true,
        choices: { ...NOTHING, needs_person: ['email', 'sms'] },
      })),
    ],
  })
  await page.goto('/agent#notifications')
  const cards = page.locator('.people > li')
  await expect(cards).toHaveCount(20)
  await expect(page.getByText('There is room for 20 people.')).toBeVisible()
  await cards.nth(1).locator('summary').click()
  await expect(cards.nth(1).getByRole('checkbox', { name: 'New lead by text' })).toBeVisible()
  expect(await sideways(page)).toBe(0)
  expect(await accessibilityProblems(page)).toEqual([])
})
