import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { back, sendPage } from '../lib/page.ts'
import { accountOf, type Env, type Play } from './context.ts'
import { notFound } from './errors.ts'

/** The description of each scope on the consent page. */
const MEANINGS: Record<string, string> = {
  oauth: 'Basic OAuth functionality',
  'crm.objects.contacts.read': 'View properties and other details about contacts',
  'crm.objects.contacts.write': 'Create, delete, or make changes to contacts',
  'crm.objects.deals.read': 'View properties and other details about deals',
  'crm.objects.deals.write': 'Create, delete, or make changes to deals',
}

const words = (text: string | undefined) => (text ?? '').split(/[\s+]+/).filter(Boolean)

interface Wanted {
  redirectUri: string
  state: string | undefined
  scopes: string[]
  challenge: string | undefined
}

/** Parses the request for consent, or returns what is wrong with it. */
function readRequest({ app }: Play, query: Readonly<Record<string, string | undefined>>): Wanted | string {
  const { client_id, redirect_uri, state, code_challenge, code_challenge_method } = query
  if (client_id !== app.clientId) return 'The client ID does not belong to an app.'
  if (!redirect_uri || !app.redirectUris.includes(redirect_uri)) {
    return "Redirect URL doesn't match. The app is not registered with this redirect URL."
  }
  const required = words(query.scope)
  if (required.length === 0) return 'The scope parameter is missing.'
  const unknown = required.filter((scope) => scope !== 'oauth' && !app.scopes.includes(scope))
  if (unknown.length > 0) return `Scope mismatch. The app is not registered with: ${unknown.join(', ')}`
  if (code_challenge && code_challenge_method !== 'S256') return 'code_challenge_method has to be S256.'
  const optional = words(query.optional_scope).filter((scope) => app.scopes.includes(scope))
  return {
    redirectUri: redirect_uri,
    state,
    scopes: [...new Set([...required, ...optional])],
    challenge: code_challenge || undefined,
  }
}

/** Returns the consent page and the token endpoints. */
export function oauthRoutes(play: Play): Hono<Env> {
  const { app: registered, tokens, accounts } = play
  const app = new Hono<Env>()

  const reject = (c: Context, reason: string) =>
    sendPage(
      c,
      {
        title: 'Authorization failed',
        isNarrow: true,
        body: html`<div class="card"><h1>Authorization failed</h1><p>${reason}</p>
<p class="quiet">Contact the app's developer to get this fixed.</p></div>`,
      },
      400,
    )

  app.get('/oauth/authorize', (c) => {
    const query = c.req.query()
    const wanted = readRequest(play, query)
    if (typeof wanted === 'string') return reject(c, wanted)
    const [first] = accounts
    const body = html`<form class="card" method="post">
<h1>Connect ${registered.name} to HubSpot</h1>
${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>Choose an account</legend>${accounts.map(
      ({ portalId, name, domain }) =>
        html`<label class="pick"><input type="radio" name="portal_id" value="${portalId}" ${portalId === first?.portalId ? 'checked' : ''}> ${name} <span class="quiet">${domain} · ${portalId}</span></label>`,
    )}</fieldset>
<h2>${registered.name} is requesting access to:</h2>
<ul>${wanted.scopes.map((scope) => html`<li>${MEANINGS[scope] ?? scope}</li>`)}</ul>
<p class="quiet">This page plays HubSpot on this machine. Nothing leaves it.</p>
<div class="bar"><button name="answer" value="approve">Connect app</button>
<button class="plain" name="answer" value="deny">Cancel</button></div></form>`
    return sendPage(c, { title: `Connect ${registered.name}`, isNarrow: true, body })
  })

  app.post('/oauth/authorize', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    const wanted = readRequest(play, form)
    if (typeof wanted === 'string') return reject(c, wanted)
    if (form.answer !== 'approve') {
      const error_description = 'The user denied the request'
      return c.redirect(back(wanted, { error: 'access_denied', error_description }), 303)
    }
    const { portalId } = accountOf(play, form.portal_id ?? '')
    const code = tokens.issueCode({ portalId, ...wanted })
    return c.redirect(back(wanted, { code }), 303)
  })

  app.post('/oauth/v1/token', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    return c.json(tokens.exchange(form), 200, { 'Cache-Control': 'no-store' })
  })
  app.get('/oauth/v1/access-tokens/:token', (c) => {
    const info = tokens.accessInfo(c.req.param('token'))
    if (!info) throw notFound('access token is invalid or expired')
    return c.json(info)
  })
  app.delete('/oauth/v1/refresh-tokens/:token', (c) => {
    tokens.revoke(c.req.param('token'))
    return c.body(null, 204)
  })
  return app
}
