import type { Client } from '@hubspot/api-client'
import { type Kysely, sql } from 'kysely'
import * as v from 'valibot'
import { DEFAULT_FIELD_MAP, MAPPED_FIELDS } from '../../src/contract/hubspot.ts'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { failureForLog } from '../base/log.ts'
import type { Secrets } from '../base/secrets.ts'
import { Rejected, Revoked, Unavailable, type VendorError } from '../base/vendor-errors.ts'
import { announceEnded } from '../connections/ended.ts'
import { type TokenStore, withToken } from '../connections/oauth-tokens.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { answered, openClient } from './api.ts'
import type { HubspotConfig } from './config.ts'
import { logTransfers } from './transfers.ts'

export const HUBSPOT = 'hubspot'

interface Tokens {
  access: string
  refresh: string
}

export interface HubspotSetup {
  app: HubspotConfig
  secrets: Secrets
}

/** Returns the HubSpot app and the key for its tokens; null if this server lacks one of them. */
export function hubspotSetup({ config, secrets }: Pick<Deps, 'config' | 'secrets'>): HubspotSetup | null {
  return config.hubspot && secrets ? { app: config.hubspot, secrets } : null
}

function requireSetup(deps: Deps): HubspotSetup {
  const setup = hubspotSetup(deps)
  if (!setup) throw new Unavailable('HubSpot is not set up on this server')
  return setup
}

const placeOf = (organizationId: string) => `hubspot_connections:${organizationId}`

/** Exchanges a code. The client's own method does not support a verifier. */
async function exchangeCode(
  { apiUrl, clientId, clientSecret }: HubspotConfig,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<Tokens> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: clientSecret,
    code_verifier: verifier,
  })
  const response = await answered(
    fetch(`${apiUrl}/oauth/v1/token`, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(20_000),
    }),
  )
  const given = v.safeParse(GrantedTokens, await response.json().catch(() => null))
  if (!response.ok || !given.success) throw new Rejected(response.status, 'HubSpot does not accept the code')
  return { access: given.output.access_token, refresh: given.output.refresh_token }
}

const GrantedTokens = v.object({ access_token: v.string(), refresh_token: v.string() })

/** Exchanges a code from the consent page for tokens, and stores the connection. Rejects with a {@link VendorError}. */
export async function connect(
  deps: Deps,
  organizationId: string,
  granted: { code: string; verifier: string; redirectUri: string },
): Promise<void> {
  const { app, secrets } = requireSetup(deps)
  const tokens = await exchangeCode(app, granted)
  const client = await openClient(app)
  const info = await answered(client.oauth.accessTokensApi.get(tokens.access))
  const now = deps.clock()
  const portal = String(info.hubId)
  const account = info.hubDomain ?? `HubSpot account ${portal}`
  const stored = {
    portal_id: portal,
    tokens: secrets.seal(JSON.stringify(tokens satisfies Tokens), placeOf(organizationId)),
    expires_at: new Date(now.getTime() + info.expiresIn * SECOND_MS),
  }
  await deps.db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('hubspot_connections')
      .select('organization_id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    await tx
      .insertInto('integration_connections')
      .values({ organization_id: organizationId, provider: HUBSPOT, account, connected_at: now })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'provider']).doUpdateSet({ account, connected_at: now }),
      )
      .execute()
    await tx
      .insertInto('hubspot_connections')
      .values({ organization_id: organizationId, ...stored, field_map: JSON.stringify(DEFAULT_FIELD_MAP) })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet(({ eb }) => ({
          ...stored,
          token_version: eb('hubspot_connections.token_version', '+', 1),
          state: 'active',
          reason: null,
          refreshing_until: null,
          paused_until: null,
          failures: 0,
          is_queued: false,
          enrolled_at: null,
          imported_at: null,
        })),
      )
      .execute()
    const links = () =>
      tx.selectFrom('hubspot_links').select('lead_id').where('organization_id', '=', organizationId)
    await tx
      .deleteFrom('hubspot_links')
      .where('lead_id', 'in', links().where('portal_id', '!=', portal))
      .execute()
    await tx
      .updateTable('hubspot_links')
      .set(({ eb }) => ({ version: eb('version', '+', 1), error: null, not_before: null, tried_at: null }))
      // The map is new, and nothing has been agreed about its properties.
      .$if(!known, (query) => query.set({ agreed: sql`agreed - ${MAPPED_FIELDS}::text[]` }))
      .where('lead_id', 'in', links())
      .execute()
    await logTransfers(tx, organizationId, now, [{ kind: 'connection', detail: `Connected to ${account}` }])
  })
}

/**
 * Ends a connection: revokes the tokens at HubSpot and deletes them here. Keeps the links between leads and contacts,
 * so that a later connection creates no duplicates. Does nothing without a connection.
 */
export async function disconnect(deps: Deps, organizationId: string): Promise<void> {
  const setup = hubspotSetup(deps)
  const row = await deps.db
    .selectFrom('integration_connections')
    .leftJoin('hubspot_connections', (join) =>
      join
        .onRef('hubspot_connections.organization_id', '=', 'integration_connections.organization_id')
        .onRef('hubspot_connections.provider', '=', 'integration_connections.provider'),
    )
    .select(['tokens', 'state', 'connected_at'])
    .where('integration_connections.organization_id', '=', organizationId)
    .where('integration_connections.provider', '=', HUBSPOT)
    .executeTakeFirst()
  if (!row) return
  let isRevoked = row.state !== 'active'
  if (row.tokens && setup && !isRevoked) {
    try {
      const { refresh } = readTokens(setup.secrets, organizationId, row.tokens)
      const client = await openClient(setup.app)
      await answered(client.oauth.refreshTokensApi.archive(refresh))
      isRevoked = true
    } catch (error) {
      isRevoked = error instanceof Revoked || (error instanceof Rejected && error.status === 404)
      deps.log.warn(
        { error: failureForLog(error, { inRequest: true }), organizationId },
        'the tokens could not be revoked at HubSpot',
      )
    }
  }
  await deps.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom('integration_connections')
      .where('organization_id', '=', organizationId)
      .where('provider', '=', HUBSPOT)
      // The organization might have been connected again in the meantime.
      .where('connected_at', '=', row.connected_at)
      .executeTakeFirst()
    if (numDeletedRows === 0n) return
    await logTransfers(tx, organizationId, deps.clock(), [
      isRevoked
        ? { kind: 'connection', detail: 'Disconnected' }
        : {
            kind: 'connection',
            status: 'failed',
            detail:
              'Disconnected here. HubSpot could not be told: remove Fieldhand there under Connected apps',
          },
    ])
  })
}

function readTokens(secrets: Secrets, organizationId: string, sealed: string): Tokens {
  return JSON.parse(secrets.open(sealed, placeOf(organizationId))) as Tokens
}

/**
 * Calls HubSpot for an organization. Refreshes the tokens before they expire, or once when HubSpot does not accept
 * them. Rejects with the errors of api.ts; with {@link Revoked} after it has marked the connection.
 */
export function callHubspot<T>(
  deps: Deps,
  organizationId: string,
  use: (client: Client) => Promise<T>,
): Promise<T> {
  const { app } = requireSetup(deps)
  return withToken(tokensOf(deps, organizationId), deps.clock, async (access) =>
    use(await openClient(app, access)),
  )
}

/** Returns the token storage of an organization's connection. */
const tokensOf = (deps: Deps, organizationId: string): TokenStore => ({
  name: 'HubSpot',
  async read() {
    const row = await deps.db
      .selectFrom('hubspot_connections')
      .select(['tokens', 'token_version', 'expires_at', 'state', 'reason'])
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!row) throw new Revoked('HubSpot is not connected')
    if (row.state === 'revoked') throw new Revoked(row.reason ?? 'HubSpot no longer accepts the connection')
    const tokens = await opened(deps, organizationId, row.tokens, row.token_version)
    return { ...tokens, version: row.token_version, expiresAt: row.expires_at }
  },
  async claim(version, now, until) {
    const { numUpdatedRows } = await deps.db
      .updateTable('hubspot_connections')
      .set({ refreshing_until: until })
      .where('organization_id', '=', organizationId)
      .where('token_version', '=', version)
      .where(({ or, eb }) => or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', now)]))
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
  refresh: ({ version, refresh: token }) => refresh(deps, organizationId, version, token),
})

/** Returns the stored tokens. If the key that sealed them is lost, the owner must give consent again. */
async function opened(deps: Deps, organizationId: string, sealed: string, version: number): Promise<Tokens> {
  const { secrets } = requireSetup(deps)
  try {
    return readTokens(secrets, organizationId, sealed)
  } catch (error) {
    deps.log.error({ err: error, organizationId }, 'the tokens of HubSpot cannot be opened')
    await markRevoked(deps, organizationId, version, LOCKED)
    throw new Revoked(LOCKED)
  }
}

async function refresh(deps: Deps, organizationId: string, version: number, token: string): Promise<void> {
  const { app, secrets } = requireSetup(deps)
  const mine = () =>
    deps.db
      .updateTable('hubspot_connections')
      .where('organization_id', '=', organizationId)
      .where('token_version', '=', version)
  try {
    const client = await openClient(app)
    const { accessToken, refreshToken, expiresIn } = await answered(
      client.oauth.tokensApi.create(
        'refresh_token',
        undefined,
        undefined,
        app.clientId,
        app.clientSecret,
        token,
      ),
    )
    const tokens: Tokens = { access: accessToken, refresh: refreshToken || token }
    await mine()
      .set({
        tokens: secrets.seal(JSON.stringify(tokens), placeOf(organizationId)),
        token_version: version + 1,
        expires_at: new Date(deps.clock().getTime() + expiresIn * SECOND_MS),
        refreshing_until: null,
      })
      .execute()
  } catch (error) {
    if (error instanceof Revoked) await markRevoked(deps, organizationId, version, REVOKED)
    await mine().set({ refreshing_until: null }).execute()
    throw error instanceof Rejected ? new Unavailable(error.message) : error
  }
}

const REVOKED = 'HubSpot no longer accepts the connection. Reconnect to go on'
const LOCKED = 'The stored access to HubSpot cannot be opened. Reconnect to go on'

/** Stops the transfers of a connection whose tokens are unusable, logs this once, and notifies the admins. */
async function markRevoked(
  deps: Deps,
  organizationId: string,
  version: number,
  reason: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx: Kysely<Database>) => {
    const { numUpdatedRows } = await tx
      .updateTable('hubspot_connections')
      .set({ state: 'revoked', reason })
      .where('organization_id', '=', organizationId)
      .where('token_version', '=', version)
      .where('state', '=', 'active')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const entry = { kind: 'connection', status: 'failed', detail: reason } as const
    await logTransfers(tx, organizationId, deps.clock(), [entry])
    await announceEnded(deps, tx, organizationId, 'HubSpot')
  })
}
