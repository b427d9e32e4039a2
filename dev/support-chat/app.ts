import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { browserModule } from '../../server/base/browser-module.ts'
import { htmlPage } from '../../server/base/html-page.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { LIMITS } from '../../src/contract/limits.ts'

const FOLDER = join(import.meta.dirname, 'assets')

const PAGE = htmlPage({
  title: 'Support chat',
  makesWayForKeyboard: true,
  head: [
    '<link rel="icon" href="data:,">',
    '<link rel="stylesheet" href="assets/frame.css">',
    '<script type="module" src="assets/frame.js"></script>',
  ],
  body: `<header>
<div><h1>Support chat</h1><p>Local stand-in</p></div>
<button id="close" type="button" aria-label="Close chat" hidden>×</button>
</header>
<main id="conversation" tabindex="0" aria-label="Conversation">
<p id="about">This simulates the support chat on this machine. Nobody reads it, and your messages stay in this browser.</p>
<p id="writer"></p>
<ol id="log" role="log" aria-live="polite" aria-label="Messages"></ol>
</main>
<form id="composer">
<label class="sr-only" for="message">Your message</label>
<textarea id="message" rows="1" maxlength="${LIMITS.message}" placeholder="Type your message" autocomplete="off" enterkeyhint="send"></textarea>
<button type="submit">Send</button>
</form>
<noscript>This chat needs JavaScript.</noscript>`,
})

/** Reads one of the stand-in's files as text. */
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

const sender = (type: string, text: string) => (c: Context) =>
  c.body(text, 200, {
    'Content-Type': type,
    'Cache-Control': 'no-cache',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })

/**
 * Creates the stand-in for the support chat service: the website SDK and its frame, which is labeled as a stand-in.
 * Accepts any website token. The server stores nothing; the browser stores the conversation. Section 4.
 */
export function createChat({ config }: Pick<Deps, 'config'>): Hono {
  const chat = new Hono()
  const script = 'text/javascript; charset=utf-8'
  chat.get('/packs/js/sdk.js', sender(script, browserModule(read('sdk.ts'))))
  chat.get('/assets/frame.js', sender(script, browserModule(read('frame.ts'))))
  chat.get('/assets/frame.css', sender('text/css; charset=utf-8', read('frame.css')))
  chat.get('/widget', (c) => {
    if (!c.req.query('website_token')) return c.json({ message: 'website_token is required' }, 404)
    return c.html(PAGE, 200, {
      'Content-Security-Policy': `default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors ${config.origins.console}`,
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
  })
  chat.all('*', (c) => c.json({ message: 'Not Found' }, 404))
  return chat
}
