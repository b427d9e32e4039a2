import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { back, sendPage } from '../lib/page.ts'
import { accountOf, type Env, type Play } from './context.ts'

/** The description of each scope on the consent page. */
const MEANINGS: Record<string, string> = {
  'calendar.events.owned': 'See, create, change, and delete events on Google calendars you own',
  'calendar.freebusy': 'View your availability in your calendars',
  'calendar.calendarlist.readonly': "See the list of Google calendars you're subscribed to",
}
const SCOPE = 'https://www.googleapis.com/auth/'

interface Wanted {
  redirectUri: string
  state: string | undefined
  scopes: string[]
  challenge: string | undefined
  isOffline: boolean
}

/** Parses the request for consent, or returns what is wrong with it. */
function readRequest({ app }: Play, query: Readonly<Record<string, string | undefined>>): Wanted | string {
  const { client_id, redirect_uri, response_type, code_challenge, code_challenge_method } = query
  if (client_id !== app.clientId) return 'Error 401: invalid_client. The OAuth client was not found.'
  if (!redirect_uri || !app.redirectUris.includes(redirect_uri)) {
    return 'Error 400: redirect_uri_mismatch. The redirect URI is not registered for the app.'
  }
  if (response_type !== 'code') return 'Error 400: invalid_request. response_type has to be code.'
  const scopes = (query.scope ?? '').split(' ').filter(Boolean)
  if (scopes.length === 0) return 'Error 400: invalid_request. Missing required parameter: scope'
  const unknown = scopes.filter((scope) => !(scope.replace(SCOPE, '') in MEANINGS))
  if (unknown.length > 0) return `Error 400: invalid_scope. ${unknown.join(', ')}`
  if (code_challenge && code_challenge_method !== 'S256') {
    return 'Error 400: invalid_request. code_challenge_method has to be S256.'
  }
  return {
    redirectUri: redirect_uri,
    state: query.state,
    scopes,
    challenge: code_challenge || undefined,
    isOffline: query.access_type === 'offline',
  }
}

/** Returns the consent page, where users can deselect scopes, and the token endpoints. */
export function oauthRoutes(play: Play): Hono<Env> {
  const { app: registered, tokens, accounts } = play
  const app = new Hono<Env>()
  const reject = (c: Context, reason: string) => {
    const body = html`<div class="card"><h1>Access blocked</h1><p>${reason}</p></div>`
    return sendPage(c, { product: 'Google', title: 'Access blocked', isNarrow: true, body }, 400)
  }

  app.get('/o/oauth2/v2/auth', (c) => {
    const query = c.req.query()
    const wanted = readRequest(play, query)
    if (typeof wanted === 'string') return reject(c, wanted)
    const body = html`<form class="card" method="post">
<h1>${registered.name} wants access to your Google Account</h1>
${Object.entries(query).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<fieldset><legend>Choose an account</legend>${accounts.map(
      ({ email, name }, index) =>
        html`<label class="pick"><input type="radio" name="account" value="${email}" ${index === 0 ? 'checked' : ''}> ${name} <span class="quiet">${email}</span></label>`,
    )}</fieldset>
<fieldset><legend>Select what ${registered.name} can access</legend>${wanted.scopes.map(
      (scope) =>
        html`<label class="pick"><input type="checkbox" name="granted" value="${scope}" checked> ${MEANINGS[scope.replace(SCOPE, '')]}</label>`,
    )}</fieldset>
<p class="quiet">This page plays Google on this machine. Nothing leaves it.</p>
<div class="bar"><button name="answer" value="approve">Continue</button>
<button class="plain" name="answer" value="deny">Cancel</button></div></form>`
    const title = `${registered.name} wants access`
    return sendPage(c, { product: 'Google', title, isNarrow: true, body })
  })

  app.post('/o/oauth2/v2/auth', async (c) => {
    const form = await c.req.formData()
    const query = Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
    const wanted = readRequest(play, query)
    if (typeof wanted === 'string') return reject(c, wanted)
    if (query.answer !== 'approve') return c.redirect(back(wanted, { error: 'access_denied' }), 303)
    const { email } = accountOf(play, query.account ?? '')
    const granted = form.getAll('granted').map(String)
    const scopes = wanted.scopes.filter((scope) => granted.includes(scope))
    const code = tokens.issueCode({ email, ...wanted, scopes })
    return c.redirect(back(wanted, { code, scope: scopes.join(' ') }), 303)
  })

  app.post('/token', async (c) => {
    const form = (await c.req.parseBody()) as Record<string, string>
    return c.json(tokens.exchange(form), 200, { 'Cache-Control': 'no-store' })
  })
  app.post('/revoke', async (c) => {
    const { token } = { ...c.req.query(), ...(await c.req.parseBody()) } as Record<string, string>
    tokens.revoke(token ?? '')
    return c.json({})
  })
  return app
}
