import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { type Html, sendPage } from '../lib/page.ts'
import type { Account, HubRecord } from './account.ts'
import { accountOf, type Env, type Play } from './context.ts'
import { HubSpotError } from './errors.ts'
import { nameOf, recordPage } from './record-page.ts'
import { type Author, objectType } from './types.ts'

const MOST_LISTED = 100

/** Returns the pages for users: records to view and change, the app to uninstall, and the webhooks that were sent. */
export function pageRoutes(play: Play): Hono<Env> {
  const { base, tokens, webhooks, app: registered } = play
  const app = new Hono<Env>()

  const home = base || '/'
  const listPath = ({ portalId }: Account) => `${base}/contacts/${portalId}/objects/0-1/views/all/list`
  const recordPath = ({ portalId }: Account, { type, id }: Pick<HubRecord, 'type' | 'id'>) =>
    `${base}/contacts/${portalId}/record/${type === 'deals' ? '0-3' : '0-1'}/${id}`
  const nav = (account?: Account): Html =>
    html`<a href="${home}">Accounts</a>${account ? html`<a href="${listPath(account)}">Contacts</a>` : ''}<a href="${base}/deliveries">Webhooks</a>`
  const asUser = ({ user }: Account): Author => ({ source: 'CRM_UI', sourceId: `userId:${user.id}` })

  const problem = (c: Context, message: string, status: 400 | 404 = 400) =>
    sendPage(
      c,
      {
        title: message,
        nav: nav(),
        isNarrow: true,
        body: html`<div class="card" role="alert"><h1>${status === 404 ? 'Not found' : 'HubSpot rejects this'}</h1><p>${message}</p></div>`,
      },
      status,
    )
  app.onError((error, c) => {
    if (!(error instanceof HubSpotError)) throw error
    return problem(c, error.message, error.status === 404 ? 404 : 400)
  })

  app.get('/', (c) => {
    const body = html`<h1>Accounts</h1>${play.accounts.map(
      (account) => html`<section class="card"><h2>${account.name}</h2>
<p class="quiet">${account.domain} · account ${account.portalId} · ${account.user.email}</p>
<div class="bar"><a class="button" href="${listPath(account)}">Contacts (${account.list('contacts').length})</a>
${
  tokens.isInstalled(account.portalId)
    ? html`<form method="post" action="${base}/connected-apps/${account.portalId}/uninstall"><button class="plain">Uninstall ${registered.name}</button></form>`
    : html`<p class="quiet">${registered.name} is not connected.</p>`
}</div></section>`,
    )}`
    return sendPage(c, { title: 'Accounts', nav: nav(), body })
  })

  app.post('/connected-apps/:portal/uninstall', (c) => {
    tokens.uninstall(accountOf(play, c.req.param('portal')).portalId)
    return c.redirect(home, 303)
  })

  app.get('/deliveries.json', (c) => c.json(webhooks.deliveries.list()))
  app.get('/deliveries', (c) => {
    const list = webhooks.deliveries.list().slice(0, MOST_LISTED)
    const rows = list.map(
      ({ at, status, events }) => html`<tr><td>${at.toISOString()}</td><td>${status ?? 'no answer'}</td>
<td><ul>${events.map(({ subscriptionType, objectId, propertyName, propertyValue, changeSource }) => html`<li>${subscriptionType} ${objectId} ${propertyName ? `${propertyName} = ${propertyValue}` : ''} <span class="quiet">${changeSource}</span></li>`)}</ul></td></tr>`,
    )
    const body = html`<h1>Webhooks</h1><p class="quiet">To ${webhooks.targetUrl ?? 'nowhere'}, the newest first</p>
${rows.length > 0 ? html`<table><thead><tr><th>Sent</th><th>Answer</th><th>Events</th></tr></thead><tbody>${rows}</tbody></table>` : html`<p class="card">Nothing was sent.</p>`}`
    return sendPage(c, { title: 'Webhooks', nav: nav(), body })
  })

  app.get('/contacts/:portal/objects/0-1/views/all/list', (c) => {
    const account = accountOf(play, c.req.param('portal'))
    const q = c.req.query('q')?.trim() ?? ''
    const found = account
      .list('contacts')
      .filter((record) => [...record.values.values()].join(' ').toLowerCase().includes(q.toLowerCase()))
      .toReversed()
    const rows = found.slice(0, MOST_LISTED).map(
      (record) => html`<tr><td><a href="${recordPath(account, record)}">${nameOf(record)}</a></td>
<td>${record.values.get('email')}</td><td>${record.values.get('phone')}</td><td>${record.values.get('lifecyclestage')}</td></tr>`,
    )
    const body = html`<h1>Contacts</h1><div class="columns"><div>
<form class="card" role="search"><label>Search<input type="search" name="q" value="${q}"></label><button class="plain">Search</button></form>
<form class="card" method="post"><h2>Create contact</h2>
${['email', 'firstname', 'lastname', 'phone'].map((name) => html`<label>${account.properties.find('contacts', name)?.label}<input name="${name}"></label>`)}
<button>Create</button></form></div>
<div><p class="quiet">${found.length} ${found.length === 1 ? 'record' : 'records'}${found.length > MOST_LISTED ? `, the newest ${MOST_LISTED} shown` : ''}</p>
<table><thead><tr><th>Name</th><th>Email</th><th>Phone number</th><th>Lifecycle stage</th></tr></thead><tbody>${rows}</tbody></table></div></div>`
    return sendPage(c, { title: 'Contacts', nav: nav(account), body })
  })
  app.post('/contacts/:portal/objects/0-1/views/all/list', async (c) => {
    const account = accountOf(play, c.req.param('portal'))
    const values = Object.entries(await c.req.parseBody()).filter(([, value]) => value !== '')
    const record = account.create('contacts', Object.fromEntries(values), [], asUser(account))
    return c.redirect(recordPath(account, record), 303)
  })

  /** Returns the record in a path; null if it was merged into another one or isn't a contact or deal. */
  const recordIn = (c: Context) => {
    const account = accountOf(play, c.req.param('portal') ?? '')
    const type = objectType(c.req.param('type') ?? '')
    if (type !== 'contacts' && type !== 'deals') return { account, record: null }
    return { account, record: account.get(type, c.req.param('id') ?? '') }
  }
  const RECORD = '/contacts/:portal/record/:type/:id'

  app.get(RECORD, (c) => {
    const { account, record } = recordIn(c)
    if (!record) return problem(c, 'There is no page for this kind of record', 404)
    if (record.id !== c.req.param('id')) return c.redirect(recordPath(account, record), 302)
    const body = recordPage(account, record, (other) => recordPath(account, other))
    return sendPage(c, { title: nameOf(record), nav: nav(account), body })
  })
  app.post(`${RECORD}/properties`, async (c) => {
    const { account, record } = recordIn(c)
    if (!record) return problem(c, 'There is no page for this kind of record', 404)
    account.update(record, await c.req.parseBody(), asUser(account))
    return c.redirect(recordPath(account, record), 303)
  })
  app.post(`${RECORD}/merge`, async (c) => {
    const { account, record } = recordIn(c)
    if (!record) return problem(c, 'There is no page for this kind of record', 404)
    const { other } = await c.req.parseBody()
    const survivor = account.merge(record.type, record.id, String(other), asUser(account))
    return c.redirect(recordPath(account, survivor), 303)
  })
  app.post(`${RECORD}/delete`, (c) => {
    const { account, record } = recordIn(c)
    if (record) account.archive(record, asUser(account))
    return c.redirect(listPath(account), 303)
  })
  return app
}
