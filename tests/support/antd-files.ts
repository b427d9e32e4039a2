import type { Page, Response } from '@playwright/test'

/** The class of antd's frame, and the layer of its rules. */
const MARKS = /antd-look|@layer antd\{/

/** Starts recording. Returns a function that resolves with the names of the loaded files that belong to antd. */
export function recordAntdFiles(page: Page): () => Promise<string[]> {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (/\.(js|css)$/.test(new URL(response.url()).pathname)) responses.push(response)
  })
  return async () => {
    const named = responses.map(async (response) => {
      const text = await response.text().catch(() => '')
      return MARKS.test(text) ? [new URL(response.url()).pathname.split('/').at(-1) ?? ''] : []
    })
    return (await Promise.all(named)).flat()
  }
}
