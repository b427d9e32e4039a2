import type { FrameLocator, Page } from '@playwright/test'
import { expect, TEST_ORIGINS } from './e2e.ts'

type Chat = Page | FrameLocator

export const message = (chat: Chat) => chat.getByLabel(/^(Your message|Su mensaje)$/)
export const conversation = (chat: Chat) => chat.getByRole('log')
export const bubbles = (chat: Chat) => chat.getByRole('listitem')
export const quickReplies = (chat: Chat) =>
  chat.getByRole('group', { name: /^(Suggested answers|Respuestas sugeridas)$/ }).getByRole('button')

/** Sends a visitor's message and waits for the reply. */
export async function say(chat: Chat, text: string, answer: string | RegExp): Promise<void> {
  await message(chat).fill(text)
  await message(chat).press('Enter')
  await expect(bubbles(chat).last()).toContainText(answer)
}

/** Answers the demo business's questions up to the contact details, which create a lead. */
export async function sayWho(chat: Chat, name: string): Promise<void> {
  await say(chat, 'Lawn mowing', 'And your name?')
  await say(chat, name, 'best phone number or email')
  await say(chat, '614-555-0188', 'address of the property')
}

/** Answers the last question before the estimate call slots are offered. */
export async function sayWhat(chat: Chat): Promise<void> {
  await say(chat, '12 Elm Street, Columbus', 'call you with a quote')
}

/** Returns the embed code of an organization, with the nonce for pages that have a policy. */
export const snippetOf = (organization: string) =>
  `<script nonce="own" src="${TEST_ORIGINS.widget}/agent.js" data-organization-id="${organization}" async></script>`

/** Returns the chat of the only widget on a page. */
export const chatOf = (page: Chat) => page.frameLocator('fieldhand-widget iframe')
