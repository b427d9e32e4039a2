import { BlockList, isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isLocalIdentity, LOCAL_IDENTITY_HOST } from '../../src/domain/session/local-identity.ts'
import type { BucketPlace } from '../base/bucket.ts'
import { StartupError } from '../base/errors.ts'
import { readKeys, SECRETS_FILE, type SecretsKey } from '../base/secrets.ts'
import { type CalcomConfig, calcomAt } from '../calcom/config.ts'
import { JOURNAL, PHOTOS } from '../db/embedded.ts'
import { type GoogleConfig, readGoogle } from '../google/config.ts'
import type { TrustedProxies } from '../http/client-address.ts'
import { type HubspotConfig, readHubspot } from '../hubspot/config.ts'
import type { Retention } from '../jobs/retention.ts'
import type { JournalPlace } from '../journal/storage.ts'
import type { ModelConfig } from '../model/client.ts'
import {
  type MailConfig,
  readChannels,
  type SmsConfig,
  type VapidKeys,
} from '../notifications/channels/config.ts'
import type { PhotoPlace } from '../photos/storage.ts'
import { MAPBOX_URL, type MapsConfig } from '../places/address-search.ts'

/** The companion's ports, storage, and allowed callers. */
export interface Config {
  ports: { console: number; api: number; widget: number }
  /** The network addresses to listen on: only this machine, unless HOST names another address. */
  hosts: readonly string[]
  /** Where Prometheus reads the metrics; null turns metrics off. */
  metrics?: { port: number; hosts: readonly string[] } | null
  /** Public URLs, without a trailing slash. */
  origins: { console: string; api: string; widget: string }
  /** `postgres://…`, `memory://`, or the embedded database's folder. */
  databaseUrl: string
  /** The URL of the same database without a pooler in between, for live events. */
  listenUrl: string
  /** Where visitors' photos are stored. */
  photos: PhotoPlace
  /** The journal of what is erased and revoked, which a restore applies; null keeps none. */
  journal?: JournalPlace | null
  /** The built console. */
  distFolder: string
  /** The Clerk publishable key that the console was built with. */
  publishableKey: string
  /** Whether the publishable key belongs to the local identity. Stand-ins and demo data exist only in this case. */
  isLocal: boolean
  /** Whether the operator bills nobody, so that every widget is live without a trial or plan. */
  isFree?: boolean
  /** The secret that signs Clerk's webhooks; null turns them off. */
  clerkWebhookSecret: string | null
  /** The issuer of session tokens, and the URL of its public keys; unused if the local identity issues them. */
  tokenIssuer: string
  jwksUrl: string
  /** Trusted proxies for X-Forwarded-For; none by default. */
  trustProxy?: TrustedProxies
  /** The OpenAI-compatible endpoint that writes the agent's replies; if null, the script writes them. */
  agentModel?: ModelConfig | null
  /**
   * How notifications are sent. Null means that a channel is not set up, or that the server generates its VAPID keys.
   */
  mail?: MailConfig | null
  sms?: SmsConfig | null
  vapid?: VapidKeys | null
  /** Whether webhooks may target this machine, even without TLS. Only with the local identity. */
  localReceivers: boolean
  /** The app that is registered with HubSpot; null turns the integration off. */
  hubspot?: HubspotConfig | null
  /** The app that is registered with Google; null turns Google Calendar off. */
  google?: GoogleConfig | null
  /** Cal.com's addresses, if they differ from the defaults. */
  calcom?: CalcomConfig | undefined
  /** The map service that completes visitors' addresses; null if there is none. */
  maps?: MapsConfig | null
  /** The key that encrypts tokens in the database; null if there is none. */
  secretsKey?: SecretsKey | null
  /** How long unchanged data is stored. */
  retention: Retention
  /** Opens `POST /__test/reset`. Only with the local identity. */
  testMode: boolean
  /** Fills an empty database with the demo organizations. Only with the local identity. */
  seedDemo: boolean
}

const LOOPBACK = ['127.0.0.1', '::1']

const ROOT = resolve(import.meta.dirname, '../..')

export { LOCAL_IDENTITY_HOST }

/** Returns the Clerk publishable key of an instance: its Frontend API host and `$`, in unpadded base64. */
export function publishableKeyOf(host: string): string {
  return `pk_live_${Buffer.from(`${host}$`).toString('base64').replace(/=+$/, '')}`
}

/** The publishable key of a console that uses the local identity. */
export const LOCAL_PUBLISHABLE_KEY = publishableKeyOf(LOCAL_IDENTITY_HOST)

/** The flags that mirror environment variables; a flag overrides its variable. */
const FLAGS = {
  port: { type: 'string' },
  'console-port': { type: 'string' },
  'api-port': { type: 'string' },
  'widget-port': { type: 'string' },
  'database-url': { type: 'string' },
  host: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

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
    return parseArgs({ args: [...argv], options: FLAGS, strict: true, allowPositionals: false }).values
  } catch (error) {
    // Node appends advice about positionals; the first sentence is enough.
    const [reason] = String((error as Error).message).split('. ')
    throw new StartupError(`${reason?.replace(/\.$/, '')}. --help lists the flags.`)
  }
}

export function wantsHelp(argv: readonly string[]): boolean {
  return argv.includes('--help') || argv.includes('-h')
}

function readPort(name: string, given: string | undefined, fallback: number): number {
  if (given === undefined) return fallback
  const port = /^\d{1,5}$/.test(given.trim()) ? Number(given) : 0
  if (port < 1 || port > 65_535) {
    throw new StartupError(`${name} must be a whole number from 1 to 65535, not "${given}".`)
  }
  return port
}

function readUrl(name: string, given: string): URL {
  const url = URL.canParse(given) ? new URL(given) : null
  if (url === null || !/^https?:$/.test(url.protocol)) {
    throw new StartupError(`${name} must be an address that begins with http:// or https://, not "${given}".`)
  }
  return url
}

function readSwitch(name: string, given: string | undefined, fallback: boolean): boolean {
  if (given === undefined) return fallback
  if (given === '1' || given === 'true') return true
  if (given === '0' || given === 'false') return false
  throw new StartupError(`${name} must be 1 or 0, not "${given}".`)
}

const hostsOf = (given: string | undefined) =>
  given === undefined || given === 'localhost' ? LOOPBACK : [given]

/** Reads where the metrics are served. HOST does not open them to other machines, because they need no sign-in. */
function readMetrics(read: (name: string) => string | undefined, ports: Config['ports']): Config['metrics'] {
  const given = read('METRICS_PORT')
  const host = read('METRICS_HOST')
  if (given === undefined) {
    if (host) throw new StartupError('METRICS_HOST belongs to METRICS_PORT: set both, or neither.')
    return null
  }
  const port = readPort('METRICS_PORT', given, 0)
  if (Object.values(ports).includes(port)) {
    throw new StartupError(`METRICS_PORT must differ from the other ports, and ${port} is one of them.`)
  }
  return { port, hosts: hostsOf(host) }
}

/** Parses a number of days; null means `forever`. */
function readDays(name: string, given: string | undefined, fallback: number | null): number | null {
  if (given === undefined) return fallback
  if (given === 'forever') return null
  const days = /^\d{1,5}$/.test(given) ? Number(given) : 0
  if (days >= 1) return days
  throw new StartupError(`${name} must be a number of days from 1 to 99999, or forever, not "${given}".`)
}

/** Parses the number of proxies, or their addresses and networks, separated by commas. */
function readProxies(given: string): TrustedProxies {
  if (/^\d$/.test(given)) return Number(given)
  const proxies = new BlockList()
  for (const entry of given.split(',')) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    const length = bits === undefined ? longest : /^\d{1,3}$/.test(bits) ? Number(bits) : -1
    if (longest === 0 || length < 0 || length > longest || rest.length > 0) {
      throw new StartupError(
        `TRUST_PROXY must be a number of proxies or their addresses, such as 1 or 10.0.0.0/8,::1, not "${given}".`,
      )
    }
    proxies.addSubnet(address, length, longest === 32 ? 'ipv4' : 'ipv6')
  }
  return proxies
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

/** Reads a folder or a bucket of an S3-compatible service from variables with a prefix; null if none is set. */
function readFiles(
  read: (name: string) => string | undefined,
  prefix: 'PHOTOS' | 'JOURNAL',
): { kind: 'folder'; folder: string } | ({ kind: 's3' } & BucketPlace) | null {
  const url = read(`${prefix}_S3_URL`)
  const keyId = read(`${prefix}_S3_KEY_ID`)
  const secret = read(`${prefix}_S3_SECRET`)
  const folder = read(`${prefix}_FOLDER`)
  if (!url && !keyId && !secret) return folder ? { kind: 'folder', folder: resolve(folder) } : null
  if (!url || !keyId || !secret) {
    throw new StartupError(`${prefix}_S3_URL, ${prefix}_S3_KEY_ID and ${prefix}_S3_SECRET belong together.`)
  }
  if (folder) throw new StartupError(`Set ${prefix}_FOLDER or ${prefix}_S3_URL, not both.`)
  const bucket = readUrl(`${prefix}_S3_URL`, url).href.replace(/\/+$/, '')
  return { kind: 's3', url: bucket, region: read(`${prefix}_S3_REGION`) ?? 'us-east-1', keyId, secret }
}

/**
 * Reads where photos are stored: in a bucket of an S3-compatible service, in a folder, or by default in the folder
 * `photos` next to the embedded database. The photos of an in-memory database are lost when the process ends.
 */
function readPhotos(read: (name: string) => string | undefined, databaseUrl: string): PhotoPlace {
  const given = readFiles(read, 'PHOTOS')
  if (given) return given
  if (databaseUrl === 'memory://') return { kind: 'temporary' }
  const dataFolder = databaseUrl.includes('://') ? resolve(ROOT, '.data') : databaseUrl
  return { kind: 'folder', folder: join(dataFolder, PHOTOS) }
}

/**
 * Reads where the journal is kept: in a bucket of an S3-compatible service, in a folder, or by default in the folder
 * `journal` next to the embedded database. With a PostgreSQL server, all companions need the same one, so it must be
 * given.
 */
function readJournal(read: (name: string) => string | undefined, databaseUrl: string): JournalPlace | null {
  const given = readFiles(read, 'JOURNAL')
  if (given || databaseUrl.includes('://')) return given
  return { kind: 'folder', folder: join(databaseUrl, JOURNAL) }
}

/**
 * Reads the key that encrypts tokens: a given key, or a file next to the embedded database. With a PostgreSQL server,
 * all companions need the same key, so it must be given, except with the local identity.
 */
function readSecretsKey(given: string | undefined, databaseUrl: string, isLocal: boolean): SecretsKey | null {
  if (given !== undefined) return { keys: readKeys(given) }
  if (databaseUrl === 'memory://') return 'temporary'
  if (!databaseUrl.includes('://')) return { file: join(databaseUrl, SECRETS_FILE) }
  return isLocal ? { file: join(resolve(ROOT, '.data'), SECRETS_FILE) } : null
}

/** Reads the address of Cal.com, if the operator hosts it. */
function readCalcom(given: string | undefined): Pick<Config, 'calcom'> {
  return given === undefined ? {} : { calcom: calcomAt(readUrl('CALCOM_API_URL', given).href) }
}

/** Returns the Frontend API host in a publishable key. */
function hostOfKey(key: string): string {
  const encoded = /^pk_(?:live|test)_([A-Za-z0-9+/]+)=*$/.exec(key)?.[1]
  const host = encoded && /^([a-z\d.-]+)\$$/i.exec(Buffer.from(encoded, 'base64').toString())?.[1]
  if (!host) throw new StartupError('PUBLIC_CLERK_PUBLISHABLE_KEY is not a Clerk publishable key (pk_…).')
  return host
}

/** Returns the accepted token issuer: the local identity for its own key, otherwise the key's Clerk instance. */
function readIdentity(read: (name: string) => string | undefined) {
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

/** Returns whether billing is off. */
function readIsFree(given: string | undefined): boolean {
  if (given === undefined || given === 'on') return false
  if (given === 'off') return true
  throw new StartupError(`BILLING must be on or off, not "${given}".`)
}

/** Validates Clerk's signing secret. */
function readWebhookSecret(given: string | undefined): string | null {
  if (given === undefined) return null
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) return given
  // The value is secret, so the message does not repeat it.
  throw new StartupError('CLERK_WEBHOOK_SECRET is not a signing secret of Clerk (whsec_…).')
}

/** Reads the model that writes the agent's replies. URL and name are required together; local models need no key. */
function readModel(read: (name: string) => string | undefined): ModelConfig | null {
  const url = read('AGENT_MODEL_URL')
  const name = read('AGENT_MODEL')
  if (!url && !name) return null
  if (!url || !name) {
    throw new StartupError('AGENT_MODEL_URL and AGENT_MODEL belong together: set both, or neither.')
  }
  const { href } = readUrl('AGENT_MODEL_URL', url)
  return { url: href.replace(/\/+$/, ''), name, key: read('AGENT_MODEL_KEY') ?? null }
}

/** Reads the map service that completes visitors' addresses. */
function readMaps(read: (name: string) => string | undefined): MapsConfig | null {
  const token = read('MAPBOX_TOKEN')
  const url = read('MAPS_URL')
  if (!token && url) throw new StartupError('MAPS_URL belongs to MAPBOX_TOKEN: set the token, too.')
  return token ? { url: readUrl('MAPS_URL', url ?? MAPBOX_URL).href.replace(/\/+$/, ''), token } : null
}

/**
 * Returns the companion's configuration from environment variables and command-line flags (without node and
 * script name). A blank variable counts as unset. Throws StartupError with one sentence for an invalid value.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  argv: readonly string[] = [],
): Config {
  const flags = parseFlags(argv)
  const read = (name: string) => env[name]?.trim() || undefined
  const either = (flag: Exclude<keyof typeof flags, 'help'>, variable: string) => {
    const name = flags[flag] === undefined ? variable : `--${flag}`
    return [name, flags[flag] ?? read(variable)] as const
  }

  if (flags.port !== undefined && flags['console-port'] !== undefined) {
    throw new StartupError('--port and --console-port mean the same: give one of them.')
  }
  const ports = {
    console: readPort(...either(flags.port === undefined ? 'console-port' : 'port', 'CONSOLE_PORT'), 3000),
    api: readPort(...either('api-port', 'API_PORT'), 3001),
    widget: readPort(...either('widget-port', 'WIDGET_PORT'), 3002),
  }
  if (new Set(Object.values(ports)).size < 3) {
    const { console, api, widget } = ports
    throw new StartupError(
      `Console, API and widget host need three different ports, not ${console}, ${api} and ${widget}.`,
    )
  }

  const origin = (variable: string, port: number) => {
    const given = read(variable)
    return given ? readUrl(variable, given).origin : `http://localhost:${port}`
  }
  const identity = readIdentity(read)
  const host = either('host', 'HOST')[1]
  const databaseUrl = readDatabaseUrl(either('database-url', 'DATABASE_URL')[1])
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
    photos: readPhotos(read, databaseUrl),
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
    secretsKey: readSecretsKey(read('SECRETS_KEY'), databaseUrl, identity.isLocal),
    retention: {
      conversationDays: readDays('KEEP_CONVERSATIONS_DAYS', read('KEEP_CONVERSATIONS_DAYS'), 90),
      leadDays: readDays('KEEP_LEADS_DAYS', read('KEEP_LEADS_DAYS'), null),
    },
    testMode: readSwitch('FIELDHAND_TEST', read('FIELDHAND_TEST'), false) && identity.isLocal,
    seedDemo: readSwitch('FIELDHAND_DEMO', read('FIELDHAND_DEMO'), true) && identity.isLocal,
  }
}
