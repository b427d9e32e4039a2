import type { APIRequestContext, Page } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { quickReplies, say, sayWhat } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { GREEN } from '../support/organizations.ts'

const openChat = (page: Page) => page.goto(`${TEST_ORIGINS.widget}/chat.html?org_id=${GREEN}`)
const more = (page: Page) => page.getByRole('button', { name: 'More', exact: true })
const byEmail = (page: Page) => page.getByRole('button', { name: 'Email me this conversation' })
const byText = (page: Page) => page.getByRole('button', { name: 'Text me about my appointment' })

/** What the post office of this machine received, as text. */
const received = async (request: APIRequestContext, office: 'mailbox' | 'sms', to: string) =>
  (await request.get(`${TEST_ORIGINS.api}/__local/${office}.json?to=${encodeURIComponent(to)}`)).text()

test.beforeEach(({ reset }) => reset())

test('a visitor has the conversation sent by email, and the confirmation of the call by text', async ({
  visitor,
  request,
}) => {
  test.slow()
  await openChat(visitor)
  await visitor.getByPlaceholder('Type your message').fill('x'.repeat(4_002))
  await visitor.getByPlaceholder('Type your message').press('Enter')
  await expect(visitor.getByText('The message is 2 characters too long.')).toBeVisible()
  await expect(visitor.getByPlaceholder('Type your message')).toHaveValue('x'.repeat(4_002))
  await say(visitor, 'Mowing beside the gnomes', 'And your name?')
  await more(visitor).click()
  await expect(byText(visitor)).toBeHidden()
  await byEmail(visitor).click()
  const field = visitor.getByLabel('Your email address')
  await expect(field).toBeFocused()
  await field.press('Enter')
  await expect(visitor.getByText('Enter your email address.')).toBeVisible()
  expect(await accessibilityProblems(visitor)).toEqual([])
  await field.fill('ada@example.test')
  await field.press('Enter')
  await expect(visitor.getByText('The conversation is on its way to ada@example.test.')).toBeVisible()
  await expect(field).toBeHidden()
  await expect
    .poll(() => received(request, 'mailbox', 'ada@example.test'))
    .toContain('Mowing beside the gnomes')

  await say(visitor, 'Jane Doe', 'best phone number or email')
  await say(visitor, '614-555-0188', 'address of the property')
  await sayWhat(visitor)
  await quickReplies(visitor).first().click()
  await expect(visitor.getByRole('region', { name: 'Your estimate call' })).toBeVisible()
  await more(visitor).click()
  await byText(visitor).click()
  await expect(visitor.getByText('Reply STOP to end them')).toBeVisible()
  await visitor.getByLabel('Your mobile number').fill('(614) 555-0188')
  await visitor.getByRole('button', { name: 'Agree and send' }).click()
  await expect(visitor.getByText('The confirmation is on its way to (614) 555-0188.')).toBeVisible()
  await expect.poll(() => received(request, 'sms', '+16145550188')).toContain('STOP')
})

test('a visitor who writes Spanish reads the chat itself in Spanish', async ({ visitor }) => {
  test.slow()
  await openChat(visitor)
  await say(visitor, 'Hola, necesito cortar el césped', /nombre/i)
  await expect(visitor.getByPlaceholder('Escriba su mensaje')).toBeVisible()
  await say(visitor, 'Me llamo Ana Ruiz', /teléfono/)
  await say(visitor, '614-555-0188', /dirección/)
  await say(visitor, 'Vivo en 12 Elm Street, Columbus, OH 43215', /horario|hora/)
  await quickReplies(visitor).first().click()
  const card = visitor.getByRole('region', { name: 'Su llamada de presupuesto' })
  await expect(card).toContainText('Llamada de presupuesto reservada')
  await expect(card).toContainText(/\d+ de \w+ a las? \d+:\d\d [ap]\.m\. \w+/)
  await expect(card.getByRole('link', { name: 'Agregar al calendario' })).toBeVisible()
  await expect(card.getByRole('link', { name: 'Detalles' })).toBeVisible()
  await visitor.getByRole('button', { name: 'Más', exact: true }).click()
  await visitor.getByRole('button', { name: 'Enviarme mensajes de texto sobre mi cita' }).click()
  await expect(visitor.getByText('Responda STOP para no recibir más')).toBeVisible()
  await expect(visitor.getByRole('button', { name: 'Aceptar y enviar' })).toBeVisible()
  expect(await accessibilityProblems(visitor)).toEqual([])
})
