import type { Page, Route } from '@playwright/test'

/** What a model says of the visitor's messages. */
export type Dictionary = Readonly<Record<string, string | null>>

interface Read {
  conversation: object
  messages: { id: string; content: string }[]
  translation: { is_ready: boolean; languages: Record<string, string> } | null
}

const CORS = { 'Access-Control-Allow-Origin': '*' }

/**
 * Lets the console see a server with a language model. `answer` responds to each request for translations; it gets the
 * contents of the messages.
 */
export async function withModel(
  page: Page,
  answer: (contents: string[], respond: (texts: (string | null)[]) => Promise<void>, route: Route) => unknown,
): Promise<void> {
  const known = new Map<string, string>()
  await page.route(/\/api\/v1\/.+\/conversations\/conv_[^/?]+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const read: Read | null = await response.json().catch(() => null)
    // The page has been closed in the meantime.
    if (!read) return
    for (const { id, content } of read.messages) known.set(id, content)
    await route.fulfill({ response, json: { ...read, translation: { ...read.translation, is_ready: true } } })
  })
  await page.route(/\/translation$/, (route) => {
    if (route.request().method() === 'OPTIONS') return route.fallback()
    const { message_ids: ids } = route.request().postDataJSON() as { message_ids: string[] }
    const respond = (texts: (string | null)[]) =>
      route.fulfill({
        headers: CORS,
        json: ids.map((message_id, index) => ({ message_id, text: texts[index] ?? null })),
      })
    return answer(
      ids.map((id) => known.get(id) ?? ''),
      respond,
      route,
    )
  })
}

/** Answers like a model that knows only what a dictionary says. */
export const from =
  (dictionary: Dictionary) => (contents: string[], respond: (texts: (string | null)[]) => Promise<void>) =>
    respond(contents.map((content) => dictionary[content] ?? null))
