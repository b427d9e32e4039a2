import type { FrameLocator, Page } from '@playwright/test'
import { expect, TEST_ORIGINS } from './e2e.ts'

type Chat = Page | FrameLocator

export const message = (chat: Chat) => chat.getByLabel('Your message')
export const conversation = (chat: Chat) => chat.getByRole('log')
export const bubbles = (chat: Chat) => chat.getByRole('listitem')
export const quickReplies = (chat: Chat) =>
  chat.getByRole('group', { name: 'Suggested answers' }).getByRole('button')

/** Writes as a visitor and waits for the answer. */
export async function say(chat: Chat, text: string, answer: string | RegExp): Promise<void> {
  await message(chat).fill(text)
  await message(chat).press('Enter')
  await expect(bubbles(chat).last()).toContainText(answer)
}

/** Tells what the demo business asks until it can reach the visitor, who is a lead from then on. */
export async function sayWho(chat: Chat, name: string): Promise<void> {
  await say(chat, 'Lawn mowing', 'Who do I have the pleasure')
  await say(chat, name, 'best phone number or email')
  await say(chat, '614-555-0188', 'address of the property')
}

/** Tells the rest of what the demo business asks, up to the offer of times for the estimate call. */
export async function sayWhat(chat: Chat): Promise<void> {
  await say(chat, '12 Elm Street, Columbus', 'How large is the property')
  await say(chat, 'half an acre', 'When would you like')
  await say(chat, 'next month', 'budget')
  await say(chat, '$400', 'access to the property')
  await say(chat, 'the gate is open', 'estimate call suit you')
}

/** The embed code of an organization, under the nonce of the pages that have a policy. */
export const snippetOf = (organization: string) =>
  `<script nonce="own" src="${TEST_ORIGINS.widget}/agent.js" data-organization-id="${organization}" async></script>`

/** The chat of the only widget on a page. */
export const chatOf = (page: Chat) => page.frameLocator('fieldhand-widget iframe')
