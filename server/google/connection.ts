import type { calendar_v3 } from '@googleapis/calendar'
import { sql } from 'kysely'
import * as v from 'valibot'
import { SECOND_MS } from '../../src/domain/time/durations.ts'
import { failureForLog } from '../base/log.ts'
import type { Secrets } from '../base/secrets.ts'
import { Rejected, Revoked, Unavailable } from '../base/vendor-errors.ts'
import {
  type CalendarConnection,
  connectionPlace,
  markRevoked,
  type ServiceDeps,
  storeConnection,
} from '../calendars/services.ts'
import { type StoredTokens, type TokenStore, withToken } from '../connections/oauth-tokens.ts'
import type { Choice } from '../db/calendar-schema.ts'
import { askTokens, dataOf, GOOGLE, openCalendar, revokeToken } from './api.ts'
import { type GoogleConfig, SCOPES } from './config.ts'

/** The maximum total duration of a call to Google. */
const MOST_MS = 9_000

const REVOKED = `${GOOGLE} no longer accepts the connection. Reconnect to go on`
const LOCKED = `The stored access to ${GOOGLE} cannot be opened. Reconnect to go on`

export interface GoogleSetup {
  app: GoogleConfig
  secrets: Secrets
}

/** Returns the Google app and the key for its tokens; null if this server lacks one of them. */
export function googleSetup({
  config,
  secrets,
}: Pick<ServiceDeps, 'config' | 'secrets'>): GoogleSetup | null {
  return config.google && secrets ? { app: config.google, secrets } : null
}

function requireSetup(deps: ServiceDeps): GoogleSetup {
  const setup = googleSetup(deps)
  if (!setup) throw new Unavailable(`${GOOGLE} is not set up on this server`)
  return setup
}

const Sealed = v.object({ access: v.string(), refresh: v.string() })

const place = (organizationId: string) => connectionPlace(organizationId, 'google')

const seal = ({ secrets }: GoogleSetup, organizationId: string, tokens: v.InferOutput<typeof Sealed>) =>
  secrets.seal(JSON.stringify(tokens), place(organizationId))

/** Returns the calendars that the account owns, in which calls can be booked. The main calendar comes first. */
export async function ownCalendars(calendar: calendar_v3.Calendar) {
  const { items = [] } = await dataOf(calendar.calendarList.list({ minAccessRole: 'owner', maxResults: 250 }))
  const own = items.filter(({ id, accessRole }) => id && accessRole === 'owner')
  return own.toSorted((a, b) => Number(b.primary ?? false) - Number(a.primary ?? false))
}

/** Returns a calendar as the owner sees it. */
export const choiceOf = ({
  id,
  summary,
  summaryOverride,
  primary,
}: calendar_v3.Schema$CalendarListEntry): Choice => ({
  id: id ?? '',
  name: summaryOverride ?? summary ?? id ?? '',
  detail: primary ? 'Main calendar' : null,
})

/**
 * Exchanges a code from the consent page for tokens, and stores the connection with the main calendar, or with the
 * previously chosen one if the account has it. Rejects with a VendorError, including when the owner has declined a
 * permission.
 */
export async function connect(
  deps: ServiceDeps,
  organizationId: string,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<void> {
  const setup = requireSetup(deps)
  const { app } = setup
  const signal = AbortSignal.timeout(2 * MOST_MS)
  const granted = await askTokens(
    app,
    { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier },
    signal,
  )
  const before = await deps.db
    .selectFrom('calendar_connections')
    .select('settings')
    .where('organization_id', '=', organizationId)
    .where('service', '=', 'google')
    .executeTakeFirst()
  const refresh = granted.refresh_token
  const scopes = granted.scope.split(' ')
  if (!refresh || !SCOPES.every((scope) => scopes.includes(scope))) {
    // This would also end the access of a connection to the same account.
    if (!before) await revokeToken(app, refresh ?? granted.access_token, signal).catch(() => undefined)
    throw new Rejected(403, 'Fieldhand needs all permissions that it asks for')
  }
  const calendars = await ownCalendars(await openCalendar(app, granted.access_token, signal))
  const [main] = calendars
  if (!main) throw new Rejected(403, 'This Google account has no calendar of its own')
  const chosen = calendars.find(({ id }) => id === before?.settings.choice.id) ?? main
  const now = deps.clock()
  const stored = {
    account: main.id ?? null,
    sealed: seal(setup, organizationId, { access: granted.access_token, refresh }),
    settings: JSON.stringify({ choice: choiceOf(chosen) }),
    expires_at: new Date(now.getTime() + granted.expires_in * SECOND_MS),
    busy: '[]',
    checked_at: null,
    read_at: null,
    connected_at: now,
  }
  await deps.db.transaction().execute(async (tx) => {
    await storeConnection(tx, organizationId, 'google', stored)
    const ids = calendars.map(({ id }) => id ?? '')
    // The events of another account stay there, inaccessible.
    await tx
      .updateTable('calendar_events')
      .set({ service: null, event_id: null, event_url: null, start: null })
      .where('organization_id', '=', organizationId)
      .where('service', '=', 'google')
      .where(sql<boolean>`substr(event_id, strpos(event_id, ':') + 1) != all(${ids}::text[])`)
      .execute()
  })
}

/** Returns the token storage of an organization's connection. */
function tokensOf(deps: ServiceDeps, organizationId: string): TokenStore {
  const { db, clock, log } = deps
  const setup = requireSetup(deps)
  const row = () =>
    db
      .selectFrom('calendar_connections')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('service', '=', 'google')
      .executeTakeFirst()
  const change = (version: number) =>
    db
      .updateTable('calendar_connections')
      .where('organization_id', '=', organizationId)
      .where('service', '=', 'google')
      .where('token_version', '=', version)
  return {
    name: GOOGLE,
    async read() {
      const connection = await row()
      if (!connection) throw new Revoked(`${GOOGLE} is not connected`)
      if (connection.state === 'revoked') throw new Revoked(connection.reason ?? REVOKED)
      try {
        return {
          ...openedTokens(setup, connection),
          version: connection.token_version,
          expiresAt: connection.expires_at ?? clock(),
        }
      } catch (error) {
        log.error({ error: failureForLog(error), organizationId }, 'the tokens of Google cannot be opened')
        await markRevoked(deps, connection, LOCKED)
        throw new Revoked(LOCKED)
      }
    },
    async claim(version, now, until) {
      const { numUpdatedRows } = await change(version)
        .set({ refreshing_until: until })
        .where(({ or, eb }) => or([eb('refreshing_until', 'is', null), eb('refreshing_until', '<=', now)]))
        .executeTakeFirst()
      return numUpdatedRows > 0n
    },
    async refresh({ refresh, version }: StoredTokens) {
      try {
        const form = { grant_type: 'refresh_token', refresh_token: refresh }
        const granted = await askTokens(setup.app, form, AbortSignal.timeout(MOST_MS))
        const tokens = { access: granted.access_token, refresh: granted.refresh_token ?? refresh }
        await change(version)
          .set({
            sealed: seal(setup, organizationId, tokens),
            token_version: version + 1,
            expires_at: new Date(clock().getTime() + granted.expires_in * SECOND_MS),
            refreshing_until: null,
          })
          .execute()
      } catch (error) {
        await change(version).set({ refreshing_until: null }).execute()
        if (!(error instanceof Revoked)) throw error
        const connection = await row()
        if (connection?.token_version === version) await markRevoked(deps, connection, REVOKED)
        throw new Revoked(REVOKED)
      }
    },
  }
}

const openedTokens = (
  { secrets }: GoogleSetup,
  { organization_id, sealed }: Pick<CalendarConnection, 'organization_id' | 'sealed'>,
) => v.parse(Sealed, JSON.parse(secrets.open(sealed, place(organization_id))))

/**
 * Calls Google Calendar for an organization. Refreshes the tokens before they expire, or once when Google does not
 * accept them. Completes within 10 seconds. Rejects with a VendorError; with {@link Revoked} after it has marked the
 * connection.
 */
export function callGoogle<T>(
  deps: ServiceDeps,
  organizationId: string,
  use: (calendar: calendar_v3.Calendar) => Promise<T>,
): Promise<T> {
  const { app } = requireSetup(deps)
  const signal = AbortSignal.timeout(MOST_MS)
  const store = tokensOf(deps, organizationId)
  return withToken(store, deps.clock, async (access) => use(await openCalendar(app, access, signal)), MOST_MS)
}

/**
 * Revokes the access of a deleted connection at Google. Resolves if it was already revoked; rejects with a VendorError.
 * Google ends all grants of an account at once, so the access stays while another connection has the account.
 */
export async function revoke(deps: ServiceDeps, connection: CalendarConnection): Promise<void> {
  const setup = requireSetup(deps)
  const { refresh } = openedTokens(setup, connection)
  const withAccount = deps.db
    .selectFrom('calendar_connections')
    .selectAll()
    .where('service', '=', 'google')
    .where('account', '=', connection.account)
    .where('state', '=', 'active')
  if (await withAccount.executeTakeFirst()) return
  await revokeToken(setup.app, refresh, AbortSignal.timeout(MOST_MS)).catch((error: unknown) => {
    if (!(error instanceof Revoked)) throw error
  })
  // The account might have been connected while its grants were ending.
  for (const other of await withAccount.execute()) await markRevoked(deps, other, REVOKED)
}
