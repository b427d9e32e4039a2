import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { secureHeaders } from 'hono/secure-headers'
import { unfit } from '../../server/api/input.ts'
import { findAttempt } from '../../server/api/integrations/hubspot-flow.ts'
import { requestLog } from '../../server/api/request-log.ts'
import type { Deps, HubspotAccess } from '../../server/deps.ts'
import { LOCAL_HUBSPOT_ACCOUNT } from '../../src/contract/integrations.ts'

const CONSENT_PATH = '/oauth/hubspot/consent'

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:0;background:#f5f5f5;color:#212121}
main{max-width:26rem;margin:10vh auto;padding:2rem;background:#fff;border-radius:6px}
h1{font-size:1.25rem;margin-top:0}
a{display:inline-block;padding:.7rem 1.2rem;border-radius:6px;margin-right:.5rem;color:#bf360c}
a.allow{background:#bf360c;color:#fff;text-decoration:none}`

/** The code that the consent page issues. Every companion on the same database can redeem it. */
function consentCode(state: string): string {
  return createHash('sha256').update(`consent:${state}`).digest('base64url')
}

/** HubSpot's consent page and accounts, played by `createConsent`. */
export function localHubspot({ config }: Deps): HubspotAccess {
  return {
    consentUrl: config.origins.api + CONSENT_PATH,
    clientId: 'fieldhand-local',
    async redeem(state, code) {
      const expected = Buffer.from(consentCode(state))
      const given = Buffer.from(code)
      const isIssued = given.length === expected.length && timingSafeEqual(given, expected)
      return isIssued ? LOCAL_HUBSPOT_ACCOUNT : null
    },
  }
}

/** The page on which the owner allows or cancels the connection. */
export function createConsent(deps: Deps): Hono {
  const app = new Hono()
  app.use(
    CONSENT_PATH,
    requestLog(deps),
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'unsafe-inline'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
      xFrameOptions: 'DENY',
    }),
  )

  app.get(CONSENT_PATH, async (c) => {
    const { state = '', redirect_uri: redirectUri } = c.req.query()
    const attempt = unfit(state) ? undefined : await findAttempt(deps, state)
    c.header('Cache-Control', 'no-store')
    if (!attempt || attempt.redirect_uri !== redirectUri) {
      const back = `${deps.config.origins.console}/integrations`
      return c.html(
        page(
          'This link no longer works',
          html`<p>Please go back and choose Connect again.</p><a href="${back}">Back to Integrations</a>`,
        ),
        400,
      )
    }
    const answer = (parameters: Record<string, string>) =>
      `${attempt.redirect_uri}?${new URLSearchParams({ ...parameters, state })}`
    return c.html(
      page(
        'Connect HubSpot',
        html`<p>This page simulates HubSpot on this machine. Fieldhand asks to read and write the contacts of
          <strong>${attempt.organization}</strong>.</p>
        <p>Only the connection is stored. No lead leaves this machine.</p>
        <a class="allow" href="${answer({ code: consentCode(state) })}">Allow</a>
        <a href="${answer({ error: 'access_denied' })}">Cancel</a>`,
      ),
    )
  })
  return app
}

function page(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`
}
