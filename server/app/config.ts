import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isLocalIdentity, LOCAL_IDENTITY_HOST } from '../../src/domain/session/local-identity.ts'
import { hostsOf, type Read, readPort, readSwitch, readUrl } from '../base/environment.ts'
import { StartupError } from '../base/errors.ts'
import { readKeys, SECRETS_FILE, type SecretsKey } from '../base/secrets.ts'
import { type Flag, SERVER_VARIABLES, type VariableName } from '../base/variables.ts'
import { readCalcom } from '../calcom/config.ts'
import { readWebhookSecret } from '../clerk/config.ts'
import { readGoogle } from '../google/config.ts'
import { readProxies } from '../http/trusted-proxies.ts'
import { readHubspot } from '../hubspot/config.ts'
import { readRetention } from '../jobs/config.ts'
import { readJournal } from '../journal/config.ts'
import type { Config } from '../kernel/config.ts'
import { readMetrics } from '../metrics/config.ts'
import { readModel } from '../model/config.ts'
import { readChannels } from '../notifications/channels/config.ts'
import { readIsFree } from '../organizations/config.ts'
import { readPhotos } from '../photos/config.ts'
import { readMaps } from '../places/config.ts'

const ROOT = resolve(import.meta.dirname, '../..')

export { LOCAL_IDENTITY_HOST }

/** Returns the Clerk publishable key of an instance: its Frontend API host and `$`, in unpadded base64. */
export function publishableKeyOf(host: string): string {
  return `pk_live_${Buffer.from(`${host}$`).toString('base64').replace(/=+$/, '')}`
}

/** The publishable key of a console that uses the local identity. */
export const LOCAL_PUBLISHABLE_KEY = publishableKeyOf(LOCAL_IDENTITY_HOST)

/** The flags that override a variable, with its name. */
const FLAGS = SERVER_VARIABLES.flatMap((row) =>
  'flags' in row ? row.flags.map((flag) => ({ flag, variable: row.names[0] })) : [],
)

export const USAGE = `Usage: npm start -- [flags]

  --port, --console-port <n>  console, 3000 by default (CONSOLE_PORT)
  --api-port <n>              API, 3001 (API_PORT)
  --widget-port <n>           widget host, 3002 (WIDGET_PORT)
  --database-url <url>        postgres://…, memory:// or a folder; .data/ (DATABASE_URL)
  --host <address>            address to listen on; this machine only, 0.0.0.0 for all (HOST)
  --help                      show this
`

function parseFlags(argv: readonly string[]) {
  try {
    const named = Object.fromEntries(FLAGS.map(({ flag }) => [flag, { type: 'string' }]))
    const options = {
      ...(named as Record<Flag, { type: 'string' }>),
      help: { type: 'boolean', short: 'h' },
    } as const
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    // Node appends advice about positionals; the first sentence is enough.
    const [reason] = String((error as Error).message).split('. ')
    throw new StartupError(`${reason?.replace(/\.$/, '')}. --help lists the flags.`)
  }
}

export function wantsHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h')
}

function readDatabaseUrl(given: string | undefined): string {
  if (given === undefined) return resolve(ROOT, '.data')
  if (/^postgres(ql)?:\/\//i.test(given)) {
    if (!URL.canParse(given)) throw new StartupError('DATABASE_URL is not a well-formed postgres:// address.')
    return given
  }
  if (given === 'memory://') return given
  // The value may contain a password, so the message does not repeat it.
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(given)) {
    throw new StartupError('DATABASE_URL must be a postgres:// address, memory://, or a folder.')
  }
  return resolve(given)
}

function readListenUrl(given: string | undefined, databaseUrl: string): string {
  if (given === undefined) return databaseUrl
  if (/^postgres(ql)?:\/\//i.test(given) && URL.canParse(given)) return given
  throw new StartupError('DATABASE_LISTEN_URL is not a well-formed postgres:// address.')
}

/**
 * Reads the key that encrypts tokens: a given key, or a file next to the embedded database. With a PostgreSQL server,
 * all servers need the same key, so it must be given, except with the local identity.
 */
function readSecretsKey(
  given: string | undefined,
  { databaseUrl, dataFolder, isLocal }: { databaseUrl: string; dataFolder: string; isLocal: boolean },
): SecretsKey | null {
  if (given !== undefined) return { keys: readKeys(given) }
  if (databaseUrl === 'memory://') return 'temporary'
  const isServer = databaseUrl.includes('://')
  return isServer && !isLocal ? null : { file: join(dataFolder, SECRETS_FILE) }
}

/** Returns the Frontend API host in a publishable key. */
function hostOfKey(key: string): string {
  const encoded = /^pk_(?:live|test)_([A-Za-z0-9+/]+)=*$/.exec(key)?.[1]
  const host = encoded && /^([a-z\d.-]+)\$$/i.exec(Buffer.from(encoded, 'base64').toString())?.[1]
  if (!host) throw new StartupError('PUBLIC_CLERK_PUBLISHABLE_KEY is not a Clerk publishable key (pk_…).')
  return host
}

/** Returns the accepted token issuer: the local identity for its own key, otherwise the key's Clerk instance. */
function readIdentity(read: Read) {
  const publishableKey = read('PUBLIC_CLERK_PUBLISHABLE_KEY') ?? LOCAL_PUBLISHABLE_KEY
  const host = hostOfKey(publishableKey)
  const isLocal = isLocalIdentity(publishableKey)
  const issuer = read('CLERK_ISSUER')
  const tokenIssuer = issuer ? readUrl('CLERK_ISSUER', issuer).href.replace(/\/$/, '') : `https://${host}`
  const jwks = read('CLERK_JWKS_URL')
  if (isLocal && (issuer || jwks)) {
    throw new StartupError(
      'CLERK_ISSUER and CLERK_JWKS_URL belong to a Clerk key of your own: set PUBLIC_CLERK_PUBLISHABLE_KEY too.',
    )
  }
  const jwksUrl = jwks ? readUrl('CLERK_JWKS_URL', jwks).href : `${tokenIssuer}/.well-known/jwks.json`
  return { publishableKey, tokenIssuer, jwksUrl, isLocal }
}

/**
 * Returns the server's configuration from environment variables and command-line flags (without node and
 * script name). A blank variable counts as unset. Throws StartupError with one sentence for an invalid value.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = [],
): Config {
  const flags = parseFlags(argv)
  const read: Read = (name) => env[name]?.trim() || undefined
  /** Returns what a variable or its flag says, after the name of the one that counts. */
  const either = (
    variable: (typeof FLAGS)[number]['variable'],
  ): [name: string, given: string | undefined] => {
    const given = FLAGS.find((each) => each.variable === variable && flags[each.flag] !== undefined)
    return given ? [`--${given.flag}`, flags[given.flag]] : [variable, read(variable)]
  }

  if (flags.port !== undefined && flags['console-port'] !== undefined) {
    throw new StartupError('--port and --console-port mean the same: give one of them.')
  }
  const ports = {
    console: readPort(...either('CONSOLE_PORT'), 3000),
    api: readPort(...either('API_PORT'), 3001),
    widget: readPort(...either('WIDGET_PORT'), 3002),
  }
  if (new Set(Object.values(ports)).size < 3) {
    const { console, api, widget } = ports
    throw new StartupError(
      `Console, API and widget host need three different ports, not ${console}, ${api} and ${widget}.`,
    )
  }

  const origin = (variable: VariableName, port: number) => {
    const given = read(variable)
    return given ? readUrl(variable, given).origin : `http://localhost:${port}`
  }
  const identity = readIdentity(read)
  const host = either('HOST')[1]
  const databaseUrl = readDatabaseUrl(either('DATABASE_URL')[1])
  const dataFolder = databaseUrl.includes('://') ? resolve(ROOT, '.data') : databaseUrl
  return {
    ports,
    hosts: hostsOf(host),
    metrics: readMetrics(read, ports),
    origins: {
      console: origin('PUBLIC_CONSOLE_URL', ports.console),
      api: origin('PUBLIC_API_URL', ports.api),
      widget: origin('PUBLIC_WIDGET_URL', ports.widget),
    },
    databaseUrl,
    listenUrl: readListenUrl(read('DATABASE_LISTEN_URL'), databaseUrl),
    photos: readPhotos(read, { databaseUrl, dataFolder }),
    journal: readJournal(read, databaseUrl),
    distFolder: resolve(ROOT, read('DIST_FOLDER') ?? 'dist'),
    ...identity,
    isFree: readIsFree(read('BILLING')),
    clerkWebhookSecret: readWebhookSecret(read('CLERK_WEBHOOK_SECRET')),
    trustProxy: readProxies(read('TRUST_PROXY') ?? '0'),
    agentModel: readModel(read),
    ...readChannels(read),
    localReceivers: identity.isLocal,
    hubspot: readHubspot(read),
    google: readGoogle(read),
    ...readCalcom(read('CALCOM_API_URL')),
    maps: readMaps(read),
    secretsKey: readSecretsKey(read('SECRETS_KEY'), { databaseUrl, dataFolder, isLocal: identity.isLocal }),
    retention: readRetention(read),
    testMode: readSwitch('FIELDHAND_TEST', read('FIELDHAND_TEST'), false) && identity.isLocal,
    seedDemo: readSwitch('FIELDHAND_DEMO', read('FIELDHAND_DEMO'), true) && identity.isLocal,
  }
}
