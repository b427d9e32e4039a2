import type { FrameLocator, Page, Route } from '@playwright/test'
import { accessibilityProblems } from '../support/accessibility.ts'
import { bubbles, conversation, message, quickReplies, say } from '../support/chat.ts'
import { expect, TEST_ORIGINS, test } from '../support/e2e.ts'
import { memberOf } from '../support/member.ts'
import { answerWith, changeAnswer, GREEN } from '../support/organizations.ts'

const { api, widget } = TEST_ORIGINS
const CONVERSATIONS = `${api}/api/v1/widget/conversations`
const SUGGESTIONS = `${CONVERSATIONS}/*/addresses`
const openChat = (page: Page) => page.goto(`${widget}/chat.html?org_id=${GREEN}`)

type Chat = Page | FrameLocator
const field = (chat: Chat, name: string) => chat.getByLabel(name, { exact: true })
const send = (chat: Chat) => chat.getByRole('button', { name: 'Send', exact: true })
const skip = (chat: Chat) => chat.getByRole('button', { name: 'Skip' })
const places = (chat: Chat) => chat.getByRole('option')
const CONTACT = 'Phone number or email'
const ADDRESS = 'Address of the property'

/** Answers the questions before the address. */
async function untilAddress(page: Page): Promise<void> {
  await openChat(page)
  await say(page, 'Lawn mowing', 'And your name?')
  await say(page, 'Cal', 'best phone number or email')
  await say(page, '614 555 0188', 'address of the property')
}

test.beforeEach(({ reset }) => reset())

test('a visitor answers with the form, by keyboard, and learns of obvious mistakes before sending', async ({
  visitor,
}) => {
  test.slow()
  await openChat(visitor)
  await expect(bubbles(visitor)).toHaveCount(1)
  await expect(send(visitor)).toBeHidden()
  await quickReplies(visitor).first().click()
  const name = field(visitor, 'Name')
  await expect(name).toHaveAttribute('autocomplete', 'name')
  expect(await accessibilityProblems(visitor)).toEqual([])
  await name.press('Enter')
  await expect(visitor.getByRole('alert')).toHaveText('Enter a name, or skip this.')
  await expect(name).toBeFocused()
  await name.fill('Cal')
  await expect(visitor.getByRole('alert')).toBeHidden()
  await name.press('Enter')
  await expect(bubbles(visitor).last()).toContainText('Nice to meet you, Cal!')

  const contact = field(visitor, CONTACT)
  await contact.fill('555 018')
  await contact.press('Enter')
  await expect(visitor.getByRole('alert')).toContainText('at least 7 digits, or an email address')
  await expect(contact).toHaveAccessibleDescription(/at least 7 digits/)
  await expect(contact).toHaveValue('555 018')
  expect(await accessibilityProblems(visitor)).toEqual([])
  await contact.fill('cal@')
  await contact.press('Enter')
  await expect(visitor.getByRole('alert')).toBeVisible()
  await expect(bubbles(visitor)).toHaveCount(5)
  await contact.press('Tab')
  await expect(send(visitor)).toBeFocused()
  await visitor.keyboard.press('Tab')
  await expect(skip(visitor)).toBeFocused()
  await visitor.keyboard.press('Enter')
  await expect(bubbles(visitor).nth(5)).toContainText('Skip')
  const email = field(visitor, 'Email address')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveValue('')
  // The visitor can always answer in the message instead.
  await expect(message(visitor)).toBeFocused()
  await say(visitor, 'cal@example.test', 'address of the property')
})

test('addresses are suggested, and chosen by keyboard', async ({ visitor }) => {
  await untilAddress(visitor)
  const address = field(visitor, ADDRESS)
  await expect(address).toHaveRole('combobox')
  await address.pressSequentially('ma')
  await expect(places(visitor)).toHaveCount(0)
  await address.pressSequentially('in')
  await expect(places(visitor)).toHaveCount(5)
  await expect(places(visitor).last()).toBeInViewport({ ratio: 1 })
  await expect(address).toHaveAttribute('aria-expanded', 'true')
  const chosen = visitor.getByRole('option', { selected: true })
  await address.press('ArrowUp')
  await expect(chosen).toHaveText((await places(visitor).last().textContent()) ?? '')
  await address.press('ArrowDown')
  await expect(chosen).toHaveCount(0)
  await address.press('ArrowDown')
  await address.press('ArrowDown')
  const text = (await places(visitor).nth(1).textContent()) ?? ''
  await expect(chosen).toHaveText(text)
  await expect(address).toHaveAttribute('aria-activedescendant', (await chosen.getAttribute('id')) ?? '')
  expect(await accessibilityProblems(visitor)).toEqual([])

  await address.press('Escape')
  await expect(places(visitor)).toHaveCount(0)
  await expect(address).toHaveValue('main')
  await address.press('Space')
  await expect(places(visitor)).toHaveCount(5)
  await address.press('ArrowDown')
  await address.press('ArrowDown')
  await address.press('Enter')
  await expect(address).toHaveValue(text)
  await expect(places(visitor)).toHaveCount(0)
  await address.press('Enter')
  await expect(bubbles(visitor).last()).toContainText('call you with a quote')
  await expect(conversation(visitor)).toContainText(`You: ${text}`)
  await expect(send(visitor)).toBeHidden()
})

test('only the last text is searched, suggestions are text, and a service that fails leaves a plain field', async ({
  visitor,
  expectedErrors,
}) => {
  expectedErrors.push(/503/)
  const texts: string[] = []
  const hostile = '<img src=x onerror="alert(1)"> <b>12</b> Elm'
  await visitor.route(SUGGESTIONS, (route) => {
    texts.push(route.request().postDataJSON().text)
    return answerWith(200, { suggestions: [hostile] })(route)
  })
  await untilAddress(visitor)
  const address = field(visitor, ADDRESS)
  await address.pressSequentially('12 Elm Street', { delay: 20 })
  await expect(places(visitor)).toHaveText([hostile])
  expect(texts).toEqual(['12 Elm Street'])
  await expect(visitor.getByRole('listbox').locator('img, b')).toHaveCount(0)
  await places(visitor).click()
  await expect(address).toHaveValue(hostile)
  await expect(address).toBeFocused()

  // A slow service delays nothing, and what it sends later is ignored.
  const late = Promise.withResolvers<void>()
  const slow = async (route: Route) => {
    await late.promise
    await answerWith(200, { suggestions: ['late'] })(route).catch(() => undefined)
  }
  await visitor.route(SUGGESTIONS, slow, { times: 1 })
  await Promise.all([visitor.waitForRequest(SUGGESTIONS), address.fill('12 Elm')])
  await address.fill('12 Elm Street')
  await expect(places(visitor)).toHaveText([hostile])
  late.resolve()
  await address.press('ArrowDown')
  await expect(visitor.getByRole('option', { selected: true })).toHaveText(hostile)

  await visitor.route(SUGGESTIONS, answerWith(503, { message: 'Down' }))
  await Promise.all([visitor.waitForResponse(SUGGESTIONS), address.fill('12 Elm Street, Col')])
  await expect(places(visitor)).toHaveCount(0)
  await address.pressSequentially('umbus')
  await address.press('Enter')
  await expect(bubbles(visitor).last()).toContainText('call you with a quote')
  await expect(conversation(visitor)).toContainText('You: 12 Elm Street, Columbus')
})

test('what a visitor types survives other messages, and a person who takes over', async ({
  visitor,
  request,
}) => {
  const member = await memberOf(request)
  const [started] = await Promise.all([visitor.waitForResponse(/\/conversations$/), openChat(visitor)])
  const { conversation_id: id, visitor_token: token } = await started.json()
  await say(visitor, 'Lawn mowing', 'And your name?')
  const name = field(visitor, 'Name')
  await name.fill('Ca')
  // From another tab.
  await request.post(`${CONVERSATIONS}/${id}/messages`, {
    headers: { Authorization: `Bearer ${token}` },
    data: { client_id: 'other', content: 'Are you insured?' },
  })
  await expect(bubbles(visitor).last()).toContainText("And what's your name?")
  await expect(name).toHaveValue('Ca')
  await expect(name).toBeFocused()
  await say(visitor, 'Do you work on Sundays?', /^Fern: /)
  await expect(name).toHaveValue('Ca')

  await name.focus()
  await member.reply(id, 'Olivia here')
  await expect(bubbles(visitor).last()).toContainText('Olivia here')
  await expect(name).toBeHidden()
  await expect(message(visitor)).toHaveValue('Ca')
  await expect(message(visitor)).toBeFocused()
})

test('an API without forms, or with unknown ones, gets only messages, and so does a form that cannot load', async ({
  visitor,
  expectedErrors,
}) => {
  const older = changeAnswer(({ control: _, language: __, ...rest }) => rest)
  for (const call of ['*/conversations', 'conversations/*', 'conversations/*/messages'])
    await visitor.route(`${api}/api/v1/widget/${call}`, older)
  await openChat(visitor)
  await expect(quickReplies(visitor).first()).toBeVisible()
  await say(visitor, 'Lawn mowing', 'And your name?')
  await expect(send(visitor)).toBeHidden()
  await visitor.unrouteAll({ behavior: 'wait' })
  await visitor.route(
    `${CONVERSATIONS}/*/messages`,
    changeAnswer((update) => ({ ...update, control: { kind: 'signature' }, language: 'fr' })),
  )
  await say(visitor, 'Cal', 'best phone number or email')
  await expect(send(visitor)).toBeHidden()

  expectedErrors.push(/ERR_FAILED/)
  await visitor.unrouteAll({ behavior: 'wait' })
  await visitor.route(`${widget}/assets/chat-control.js`, (route) => route.abort())
  await visitor.reload()
  await expect(bubbles(visitor)).toHaveCount(5)
  await say(visitor, '614 555 0188', 'address of the property')
  await expect(send(visitor)).toBeHidden()
})

test('the form speaks Spanish with a visitor who does', async ({ visitor }) => {
  await openChat(visitor)
  await say(visitor, 'Hola, necesito cortar el césped', /nombre|gusto|quién/i)
  await field(visitor, 'Nombre').fill('Carlos Ruiz')
  await visitor.getByRole('button', { name: 'Enviar', exact: true }).click()
  await expect(conversation(visitor)).toContainText('número de teléfono o correo electrónico')
  await field(visitor, 'Teléfono o correo electrónico').fill('614')
  await field(visitor, 'Teléfono o correo electrónico').press('Enter')
  await expect(visitor.getByRole('alert')).toContainText('al menos 7 dígitos')
  await visitor.getByRole('button', { name: 'Omitir' }).click()
  await expect(field(visitor, 'Correo electrónico')).toBeVisible()
})

test('all of many services can be chosen without typing', async ({ visitor }) => {
  const services = Array.from({ length: 30 }, (_, index) => `Service ${index + 1}`)
  await visitor.route(
    `${api}/api/v1/widget/*/conversations`,
    changeAnswer((session) => ({ ...session, quick_replies: services })),
  )
  await openChat(visitor)
  await expect(quickReplies(visitor)).toHaveText([...services.slice(0, 7), 'Show more'])
  await visitor.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(quickReplies(visitor)).toHaveText(services)
  await expect(quickReplies(visitor).nth(7)).toBeFocused()
  await quickReplies(visitor).last().click()
  await expect(bubbles(visitor).nth(1)).toContainText('Service 30')
})

test('the form works in the preview of the playground', async ({ page, signIn }) => {
  await signIn()
  await page.goto('/playground')
  const chat = page.frameLocator('iframe[title="Widget preview"]').frameLocator('fieldhand-widget iframe')
  await expect(bubbles(chat)).toHaveCount(1)
  await say(chat, 'Lawn mowing', 'And your name?')
  await field(chat, 'Name').fill('Cal')
  await send(chat).click()
  await field(chat, CONTACT).fill('614 555 0188')
  await send(chat).click()
  await field(chat, ADDRESS).pressSequentially('main')
  await expect(places(chat)).toHaveCount(5)
  // Escape closes the list, not the chat.
  await field(chat, ADDRESS).press('Escape')
  await expect(places(chat)).toHaveCount(0)
  await expect(field(chat, ADDRESS)).toBeVisible()
})
