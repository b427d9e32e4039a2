import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** A page of a third-party website. */
export interface HostPage {
  head?: string
  /** The content of its viewport tag, or null if it has none. */
  viewport?: string | null
  body: string
  /** Its own Content-Security-Policy, if any. */
  policy?: string
  /** Its other headers. */
  headers?: Readonly<Record<string, string>>
  /** Other files by path. */
  files?: Readonly<Record<string, { type: string; content: string | Buffer }>>
}

function serve({
  head = '',
  viewport = 'width=device-width',
  body,
  policy,
  headers,
  files = {},
}: HostPage): Server {
  const tag = viewport === null ? '' : `<meta name="viewport" content="${viewport}">`
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8">${tag}<title>Shop</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`
  return createServer((request, response) => {
    const file = files[request.url ?? '']
    if (file) return void response.writeHead(200, { 'Content-Type': file.type }).end(file.content)
    response
      .writeHead(200, {
        'Content-Type': 'text/html; charset=utf-8',
        ...(policy && { 'Content-Security-Policy': policy }),
        ...headers,
      })
      .end(html)
  })
}

/** Serves a page of a third-party website with its own origin. */
export async function serveHostPage(host: HostPage): Promise<{ address: string; close: () => void }> {
  const server = serve(host)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close().closeAllConnections(),
  }
}

/** Opens a page of a third-party website, which is available until the browser page closes. Returns its URL. */
export async function openHostPage(page: Page, host: HostPage): Promise<string> {
  const { address, close } = await serveHostPage(host)
  page.once('close', close)
  await page.goto(address)
  return address
}
