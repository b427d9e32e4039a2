import type { Page } from '@playwright/test'
import { loadClerkIn } from '../tests/support/clerk-in-page.ts'
import { FRESH, GREEN, selectOrganization } from '../tests/support/organizations.ts'
import { openQuestion, openSettings, storeElsewhere } from '../tests/support/settings.ts'

/** The number of questions in the form, and the number of characters in each answer. */
const FAQS = 100
const ANSWER = 2_000

/** A screen with text fields. */
export interface Place {
  name: string
  open: (page: Page) => Promise<void>
  /** The fields by name. Each function opens and focuses its field. */
  fields: Record<string, (page: Page) => Promise<void>>
}

const focus = (selector: string) => async (page: Page) => {
  const field = page.locator(selector).first()
  await field.focus()
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }))
}

const answer = (place: number) => async (page: Page) => {
  await openQuestion(page, place)
  await focus('#faqs textarea')(page)
}

/** Settings with many long answers, all sections expanded, and three previews on the page. */
const settings: Place = {
  name: 'Settings',
  open: async (page) => {
    await page.goto('/agent')
    const faqs = Array.from({ length: FAQS }, (_, index) => ({
      question: `Question ${index + 1}?`,
      answer: 'We look at it and say. '.repeat(ANSWER / 20).slice(0, ANSWER),
      order_index: index,
    }))
    await storeElsewhere(page, GREEN, 'faqs', faqs)
    await openSettings(page)
  },
  fields: {
    'Business Name': focus('#business_name'),
    'Welcome Heading': focus('#welcome_heading'),
    'Services Description': focus('#services_description'),
    'Monday opens': focus('[data-day="monday"] input[type="text"]'),
    'Answer 1': answer(1),
    'Answer 100': answer(FAQS),
  },
}

const onboarding: Place = {
  name: 'Onboarding',
  open: async (page) => {
    await page.goto('/')
    await selectOrganization(page, FRESH)
    await page.getByRole('dialog', { name: 'Business Information' }).waitFor()
  },
  fields: {
    'Business name': focus('#onboarding-1_business_name'),
    'Business address': focus('#onboarding-1_address'),
    'Agent name': async (page) => {
      const dialog = page.getByRole('dialog', { name: 'Business Information' })
      await dialog.getByLabel('Business address').fill('Maple Av')
      await page.locator('.ant-select-item-option').first().click()
      await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await page.getByRole('dialog', { name: 'Services & Agent Identity' }).waitFor()
      await focus('#onboarding-2_agent_name')(page)
    },
  },
}

const leads: Place = {
  name: 'Leads',
  open: async (page) => {
    await page.goto('/leads')
    await page.getByRole('table').waitFor()
  },
  fields: {
    'Search of the list': focus('.leads-screen input[type="search"], main input[type="search"]'),
    'Add lead': async (page) => {
      await page.getByRole('searchbox').fill('')
      await page.getByRole('button', { name: 'Add lead' }).click()
      await page.getByRole('dialog', { name: 'Add lead' }).getByRole('textbox').first().focus()
    },
    Palette: async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+k')
      await page.locator('.palette-field').waitFor()
    },
    'Note beside the list': async (page) => {
      await page.keyboard.press('Escape')
      await page.keyboard.press('j')
      await page.getByRole('complementary').getByRole('textbox', { name: 'Note' }).focus()
    },
    'Edit lead': async (page) => {
      await page.getByRole('complementary').getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByRole('dialog', { name: 'Edit lead' }).locator('textarea').first().focus()
    },
  },
}

export const PLACES: readonly Place[] = [settings, onboarding, leads]

/** Opens a screen in its state some time after the page has loaded. */
export async function openPlace(page: Page, { open }: Place): Promise<void> {
  await open(page)
  // Otherwise, the first key press would load it.
  await loadClerkIn(page)
}
