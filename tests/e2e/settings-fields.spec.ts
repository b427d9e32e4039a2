import type { Page } from '@playwright/test'
import { DEFAULT_PROFILE, type Profile } from '../../src/contract/profile.ts'
import { accessibilityProblems } from '../support/accessibility.ts'
import { searchAndPick, tagsOf } from '../support/choices.ts'
import { expect, test } from '../support/e2e.ts'
import { addDaysOff, openSettings, readStored, saveAndReload } from '../support/settings.ts'

type Field = keyof Profile

/** Changes one field like its owner and returns the value to be stored. */
type Change = (page: Page) => Promise<unknown>

const typed =
  (field: Field, text: string): Change =>
  async (page) => {
    await page.locator(`#${field}`).fill(text)
    return text
  }

const chosen =
  (field: Field, value: string): Change =>
  async (page) => {
    await page.locator(`#${field}`).selectOption(value)
    return value
  }

/** Section 5: Enterprise only, so the switch is disabled and says so. */
const ofEnterprise =
  (field: Field): Change =>
  async (page) => {
    const row = page.locator(`[data-field="${field}"]`)
    await expect(row.getByRole('switch')).toBeDisabled()
    await expect(row).toContainText('Enterprise')
    return DEFAULT_PROFILE[field]
  }

const entered =
  (type: string, field: Field, texts: string[]): Change =>
  async (page) => {
    await page.locator('#service_area_type').selectOption(type)
    const input = page.locator(`#${field}`)
    const tags = tagsOf(page.locator(`[data-field="${field}"]`))
    const before = await tags.evaluateAll((all) => all.map((tag) => tag.ariaLabel?.replace('Remove ', '')))
    for (const text of texts) {
      await input.fill(text)
      await input.press('Enter')
    }
    return [...before, ...texts]
  }

const ADDRESS = '3721 Oak Street'

/** A way to change every field of the contract; the compiler refuses a missing one. */
const CHANGES: Record<Field, Change> = {
  business_name: typed('business_name', 'Ünder the Oak & Sons <b>'),
  website_url: typed('website_url', 'https://oak.example.org'),
  phone: typed('phone', '(614) 555-0199'),
  email: typed('email', 'office@oak.example.org'),
  address: async (page) => {
    const field = page.locator('#address')
    await field.fill(ADDRESS)
    await page.locator('.ant-select-item-option').first().click()
    await expect(field).not.toHaveValue(ADDRESS)
    // The location follows the text.
    await expect(page.getByRole('status').filter({ hasText: 'Checking the address' })).toHaveCount(0)
    return await field.inputValue()
  },
  address_details: async (page) =>
    expect.objectContaining({ full_address: await page.locator('#address').inputValue() }),
  agent_name: typed('agent_name', 'Olive'),
  primary_color: typed('primary_color', '#123456'),
  personality_tone: async (page) => {
    await page.getByRole('radio', { name: 'Enthusiastic & Upbeat' }).check()
    return 'enthusiastic'
  },
  use_emojis: async (page) => {
    const control = page.locator('#use_emojis')
    const wasOn = (await control.getAttribute('aria-checked')) === 'true'
    await control.click()
    return !wasOn
  },
  answers_calls: async (page) => {
    await page.locator('#answers_calls').click()
    return true
  },
  transfer_phone: typed('transfer_phone', '(614) 555-0155'),
  ring_first: chosen('ring_first', 'always'),
  text_back: async (page) => {
    await page.locator('#text_back').click()
    return true
  },
  text_back_message: typed('text_back_message', 'Sorry, we were mowing. What can we do for you?'),
  blocked_numbers: async (page) => {
    const input = page.locator('#blocked_numbers')
    await input.fill('(614) 555-0166')
    await input.press('Enter')
    return ['(614) 555-0166']
  },
  button_text: typed('button_text', 'Ask us'),
  closed_button_text: typed('closed_button_text', 'Back soon'),
  welcome_heading: typed('welcome_heading', 'Hello there'),
  welcome_tagline: typed('welcome_tagline', 'Grass is our business'),
  reply_time: chosen('reply_time', 'Within an hour'),
  widget_color: typed('widget_color', '#ffd54f'),
  bubble_position: chosen('bubble_position', 'left'),
  bubble_type: chosen('bubble_type', 'expanded'),
  bubble_launcher_title: typed('bubble_launcher_title', 'Talk to us'),
  show_branding: ofEnterprise('show_branding'),
  enable_file_upload: ofEnterprise('enable_file_upload'),
  offline_message: typed('offline_message', 'We call back\nin the morning'),
  prompt_summary: typed('prompt_summary', 'Family business, no spraying near ponds'),
  services_offered: async (page) => {
    const group = page.getByRole('group', { name: 'Services' })
    await group.getByPlaceholder('Another service').fill('Goat grazing')
    await group.getByRole('button', { name: 'Add' }).click()
    return expect.arrayContaining(['Goat grazing'])
  },
  services_spanish: async (page) => {
    const names = page.locator('#services_spanish')
    await names.getByLabel('Tree Services').fill('Poda de árboles')
    await names.getByLabel('Snow Removal').fill('')
    return { 'Tree Services': 'Poda de árboles', 'Snow Removal': '' }
  },
  services_description: typed('services_description', 'Mowing, edging and hedges'),
  pricing_notes: typed('pricing_notes', 'From $45 a visit'),
  private_notes: typed('private_notes', 'Our floor is $38'),
  escalation_email: typed('escalation_email', 'boss@oak.example.org'),
  takeover_minutes: async (page) => {
    await page.locator('#takeover_minutes').selectOption('2 hours')
    return 120
  },
  service_area_radius: async (page) => {
    await page.locator('#service_area_type').selectOption('radius')
    await page.locator('#service_area_radius').fill('42')
    return 42
  },
  service_area_zipcodes: entered('zipcodes', 'service_area_zipcodes', ['43004', '43016']),
  service_area_cities: entered('cities', 'service_area_cities', ['Dublin', 'New Albany']),
  service_area_custom_description: async (page) => {
    await page.locator('#service_area_type').selectOption('custom')
    return typed('service_area_custom_description', 'Up to the river')(page)
  },
  // After the others, which select the type that shows them.
  service_area_type: chosen('service_area_type', 'custom'),
  business_hours: async (page) => {
    await page.getByRole('switch', { name: 'Sunday open' }).click()
    await page
      .getByRole('textbox', { name: 'Sunday opens' })
      .or(page.getByLabel('Sunday opens'))
      .fill('10:15')
    await page.getByLabel('Sunday closes').fill('12:45')
    return expect.arrayContaining([{ day: 'sunday', isOpen: true, openTime: '10:15', closeTime: '12:45' }])
  },
  call_hours: async (page) => {
    await page.getByRole('button', { name: /^Offer (calls|visits) only at certain times$/ }).click()
    await page.getByRole('switch', { name: 'Saturday calls offered' }).click()
    await page.getByLabel('Saturday calls start').fill('09:15')
    await page.getByLabel('Saturday calls end').fill('11:45')
    return expect.arrayContaining([{ day: 'saturday', isOpen: true, openTime: '09:15', closeTime: '11:45' }])
  },
  appointment_kind: async (page) => {
    await page.locator('#appointment_kind').selectOption('Visit at the property')
    return 'visit'
  },
  appointment_minutes: async (page) => {
    await page.locator('#appointment_minutes').selectOption('60 minutes')
    return 60
  },
  timezone: async (page) => {
    await searchAndPick(page.locator('#timezone'), 'MOUNT')
    return 'America/Denver'
  },
  cal_booking_url: typed('cal_booking_url', 'https://cal.example.org/oak'),
  holidays_closed: async (page) => {
    await page.getByRole('switch', { name: 'Closed on Memorial Day' }).click()
    return DEFAULT_PROFILE.holidays_closed.filter((name) => name !== 'Memorial Day')
  },
  days_off: async (page) => {
    await addDaysOff(page, '12/24/2030', 'Dec 27, 2030')
    await page.getByLabel('Days off 1: note').fill('Family')
    return [{ from: '2030-12-24', to: '2030-12-27', note: 'Family' }]
  },
  allowed_domains: async (page) => {
    const input = page.locator('#allowed_domains')
    await input.fill('https://www.Oak.example.org/quote, oak-lawns.example')
    await input.press('Enter')
    return ['oak.example.org', 'oak-lawns.example']
  },
}

test('every field of the contract is changed in the browser, saved, and read back from the API', async ({
  page,
  reset,
  signIn,
}) => {
  test.slow()
  await reset()
  await signIn()
  await openSettings(page)
  await page.getByText('Advanced Settings').click()
  const before = await readStored<Profile>(page, 'org_greenacres', 'profile')
  expect(Object.keys(CHANGES).sort()).toEqual(Object.keys(DEFAULT_PROFILE).sort())

  const expected: Partial<Record<keyof Profile, unknown>> = {}
  for (const [field, change] of Object.entries(CHANGES) as [Field, Change][]) {
    expected[field] = await test.step(field, () => change(page))
  }
  await saveAndReload(page)

  const stored = await readStored<Profile>(page, 'org_greenacres', 'profile')
  expect(stored).toEqual(expected)
  for (const field of Object.keys(CHANGES) as Field[]) {
    if (field !== 'show_branding' && field !== 'enable_file_upload') {
      expect(stored[field], field).not.toEqual(before[field])
    }
  }
  await expect(page.locator('#business_name')).toHaveValue('Ünder the Oak & Sons <b>')
  await expect(page.locator('#timezone')).toHaveValue('America/Denver')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeHidden()
})

test('the address field loads its suggestions only when used, and keeps the focus and what was typed', async ({
  page,
  signIn,
}) => {
  await signIn()
  await openSettings(page)
  await expect(page.getByAltText(/^Map of/)).toBeVisible()
  await expect(page.locator('.ant-select')).toHaveCount(0)
  const field = page.locator('#address')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(ADDRESS)
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(ADDRESS)
})

test('the address field says that it searches only while it does', async ({ page, signIn }) => {
  await signIn()
  await openSettings(page)
  const field = page.locator('#address')
  await field.click()
  await expect(page.locator('.ant-select')).toHaveCount(1)
  await field.click()
  // The list opens with the next frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  await expect(page.locator('.address-note')).toHaveCount(0)
  await field.fill(ADDRESS)
  await expect(page.locator('.ant-select-item-option').first()).toBeVisible()
})

test('the address field with suggestions keeps the selection of the plain one', async ({ page, signIn }) => {
  await signIn()
  await openSettings(page)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  await page.route(/\/_astro\/[^?]+\.js/, async (route) => {
    await arrived
    await route.continue()
  })
  const field = page.locator('#address')
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await expect(page.locator('.ant-select')).toHaveCount(0)
  arrive()
  await expect(page.locator('.ant-select')).toHaveCount(1)
  await expect(field).toBeFocused()
  await page.keyboard.type(ADDRESS)
  await expect(field).toHaveValue(ADDRESS)
})

test('a color is picked from the panel, also on a keyboard alone', async ({ page, reset, signIn }) => {
  await reset()
  await signIn()
  await openSettings(page)
  const field = page.locator('[data-field="widget_color"]')
  const native = field.getByLabel('Widget Color, picker')
  await expect(native).toHaveJSProperty('type', 'color')
  await native.focus()
  const button = field.getByRole('button', { name: 'Widget Color, picker' })
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = field.getByRole('dialog', { name: 'Widget Color, picker' })
  await expect(panel).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Tab')
  await expect(panel.getByRole('button', { name: 'Default blue' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#widget_color')).toHaveValue('#1f93ff')
  await expect(panel.getByRole('status')).toContainText('White text is hard to read on this color')
  await expect(panel.getByRole('button', { name: 'Default blue' })).toHaveAttribute('aria-pressed', 'true')
  await panel.getByRole('slider', { name: 'Hue' }).press('Home')
  await expect(page.locator('#widget_color')).toHaveValue('#ff1f1f')
  await panel.getByRole('textbox', { name: 'Hex value' }).fill('1b5e20')
  await expect(page.locator('#widget_color')).toHaveValue('#1b5e20')
  await expect(panel.getByRole('status')).toHaveText('')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await expect(panel).toBeVisible()
  await page.locator('#welcome_heading').focus()
  await expect(panel).toBeHidden()
})
