import { type Context, Hono } from 'hono'
import { frameAncestors } from '../../src/domain/settings/allowed-sites.ts'
import { embedSnippet } from '../../src/domain/settings/embed-snippet.ts'
import { encodingFor } from '../base/content-encoding.ts'
import { isUnchanged } from '../base/etag.ts'
import { feedRoutes } from '../calendars/feed.ts'
import type { Deps } from '../kernel/deps.ts'
import { photoRoutes } from '../photos/serve.ts'
import { type Asset, agentScripts, loadAssets } from './assets.ts'
import { bookingRoutes } from './booking-page.ts'
import { allowedSites, findOrganization } from './organization.ts'
import { chatPage, previewPage } from './pages.ts'

const LONGEST_ID = 100
/** File names are stable, so browsers must revalidate the files every time. */
const REVALIDATE = 'no-cache'

/**
 * Creates the widget host, which serves agent.js and its modules, the chat page, the preview page, the booking pages,
 * the calendar feeds, and visitors' photos. It stores nothing; the chat calls the API.
 */
export function createWidgetHost(deps: Deps): Hono {
  const { config, db } = deps
  const { api, console, widget } = config.origins
  const app = new Hono()
  const chat = chatPage(api)

  const agentScript = agentScripts(widget)
  app.get('/agent.js', (c) => sendAsset(c, agentScript(c.req.query('organization-id'))))
  for (const [path, asset] of loadAssets(api)) app.get(path, (c) => sendAsset(c, asset))

  /** Returns the frame-ancestors directive for an organization's chat, or an empty string if any page may embed it. */
  async function framing(organization: string | undefined, isPreview: boolean): Promise<string> {
    if (isPreview) return `; frame-ancestors 'self' ${console}`
    // The chat page itself reports an unknown organization.
    const id = await findOrganization(db, organization ?? '')
    const sites = id === null ? null : frameAncestors(await allowedSites(db, id))
    return sites === null ? '' : `; frame-ancestors ${["'self'", console, ...sites].join(' ')}`
  }

  const sendChat = async (c: Context) => {
    const policy = `${PAGE_POLICY}; connect-src ${api}; frame-src 'none'${await framing(c.req.query('org_id'), c.req.query('pass') !== undefined)}`
    return sendPage(c, chat, policy)
  }
  app.get('/chat', sendChat)
  app.get('/chat.html', sendChat)

  app.get('/preview.html', (c) => {
    const id = c.req.query('org_id')?.slice(0, LONGEST_ID)
    const profile = { business_name: null, button_text: null, closed_button_text: null }
    const snippet = id ? embedSnippet({ widgetUrl: widget, profile, organizationId: id }) : null
    const policy = `${PAGE_POLICY}; connect-src ${api}; frame-src 'self'; frame-ancestors 'self' ${console}`
    return sendPage(c, previewPage(console, snippet), policy)
  })

  app.route('/', bookingRoutes(deps))
  app.route('/', feedRoutes(deps))
  app.route('/', photoRoutes(deps))
  return app
}

const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'"

function sendPage(c: Context, html: string, policy: string): Response {
  return c.html(html, 200, {
    'Content-Security-Policy': policy,
    'Cache-Control': REVALIDATE,
    // A cross-origin isolated page frames only pages that say so.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  })
}

/** Serves a file to any website, in the smallest encoding that the browser accepts. */
async function sendAsset(c: Context, asset: Asset): Promise<Response> {
  const headers: Record<string, string> = {
    'Cache-Control': REVALIDATE,
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    ETag: asset.etag,
    Vary: 'Accept-Encoding',
  }
  if (isUnchanged(c, asset.etag)) return c.body(null, 304, headers)
  const encoding = encodingFor(c)
  return c.body(await asset.body(encoding), 200, {
    ...headers,
    'Content-Type': asset.type,
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
  })
}
