import { createECDH } from 'node:crypto'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  LOCAL_IDENTITY_HOST,
  LOCAL_PUBLISHABLE_KEY,
  publishableKeyOf,
  readConfig,
} from '../../../server/app/config.ts'
import { StartupError } from '../../../server/base/errors.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const refusal = (env: Record<string, string>, argv: string[] = []) => {
  try {
    readConfig(env, argv)
  } catch (error) {
    if (error instanceof StartupError) return error.message
    throw error
  }
  return null
}

describe('readConfig', () => {
  it('accepts a model by URL and name, and refuses one without the other', () => {
    const url = 'http://localhost:11434/v1/'
    expect(readConfig({ AGENT_MODEL_URL: url, AGENT_MODEL: 'llama' }).agentModel).toEqual({
      url: 'http://localhost:11434/v1',
      name: 'llama',
      key: null,
    })
    expect(refusal({ AGENT_MODEL_URL: url })).toContain('belong together')
    expect(refusal({ AGENT_MODEL: 'llama' })).toContain('belong together')
  })

  it('reads the server that takes the mail, and the address that sends it', () => {
    const url = 'smtps://someone:p%40ss@mail.example.com:465'
    const fromOf = (from: string) => readConfig({ SMTP_URL: url, MAIL_FROM: from }).mail?.from
    expect(readConfig({ SMTP_URL: url, MAIL_FROM: 'post@example.com' }).mail?.url).toBe(url)
    expect(fromOf('post@example.com')).toEqual({ name: '', address: 'post@example.com' })
    expect(fromOf('Lawn Post <post@example.com>')).toEqual({ name: 'Lawn Post', address: 'post@example.com' })
    expect(fromOf('"Post, Lawn" <post@example.com>')).toEqual({
      name: 'Post, Lawn',
      address: 'post@example.com',
    })
    expect(refusal({ SMTP_URL: url })).toContain('belong together')
    expect(refusal({ MAIL_FROM: 'post@example.com' })).toContain('belong together')
    expect(refusal({ SMTP_URL: url, MAIL_FROM: 'post' })).toContain('MAIL_FROM must be an email address')
    for (const bad of ['https://u:secret@x.example', 'mail.example.com', 'smtp://', 'smtp://u:%secret@x']) {
      const said = refusal({ SMTP_URL: bad, MAIL_FROM: 'post@example.com' })
      expect(said).toContain('SMTP_URL')
      expect(said).not.toContain('secret')
    }
  })

  it('keeps the metrics off, and else on this machine, unless told otherwise', () => {
    expect(readConfig({}).metrics).toBeNull()
    const local = { port: 9464, hosts: ['127.0.0.1', '::1'] }
    expect(readConfig({ METRICS_PORT: '9464', HOST: '0.0.0.0' }).metrics).toEqual(local)
    const open = readConfig({ METRICS_PORT: '9464', METRICS_HOST: '10.0.0.1' }).metrics
    expect(open).toEqual({ port: 9464, hosts: ['10.0.0.1'] })
    expect(refusal({ METRICS_HOST: '10.0.0.1' })).toContain('belongs to METRICS_PORT')
    expect(refusal({ METRICS_PORT: '0' })).toContain('METRICS_PORT must be a whole number')
    expect(refusal({ METRICS_PORT: '3001' })).toContain('must differ from the other ports')
  })

  it('reads what text messages need, all of it or nothing', () => {
    const all = {
      TWILIO_ACCOUNT_SID: `AC${'0123456789abcdef'.repeat(2)}`,
      TWILIO_AUTH_TOKEN: 'a-secret-token',
      SMS_FROM: '+16145550100',
    }
    expect(readConfig(all).sms).toEqual({
      accountSid: all.TWILIO_ACCOUNT_SID,
      authToken: all.TWILIO_AUTH_TOKEN,
      from: all.SMS_FROM,
      apiUrl: null,
    })
    const { SMS_FROM } = all
    const telnyx = { TELNYX_API_KEY: 'KEY1', TELNYX_PUBLIC_KEY: `${'A'.repeat(43)}=`, SMS_FROM }
    expect(readConfig(telnyx)).toMatchObject({
      sms: null,
      telnyx: { apiKey: 'KEY1', publicKey: telnyx.TELNYX_PUBLIC_KEY, from: SMS_FROM, apiUrl: null },
    })
    expect(readConfig({ TEXT_PARTS_PER_DAY: '500' }).textParts).toBe(500)
    for (const wrong of ['0', '-1', '1.5', 'none', '10000000'])
      expect(refusal({ TEXT_PARTS_PER_DAY: wrong })).toContain('TEXT_PARTS_PER_DAY must be')
    expect(refusal({ ...telnyx, ...all })).toContain('the variables of Twilio or those of Telnyx')
    expect(refusal({ ...telnyx, TELNYX_PUBLIC_KEY: 'short' })).toContain('TELNYX_PUBLIC_KEY is not')
    expect(refusal({ TELNYX_API_KEY: 'KEY1', SMS_FROM })).toContain('belong together')
    expect(refusal({ ...telnyx, SMS_FROM: `MG${'0'.repeat(32)}` })).toContain('SMS_FROM must be a number')
    expect(readConfig({ ...all, TWILIO_API_URL: 'http://localhost:1/x/' }).sms?.apiUrl).toBe(
      'http://localhost:1/x',
    )
    const TWILIO_SHARED_KEYS = 'newer-secret, older-secret'
    expect(readConfig({ ...all, TWILIO_SHARED_KEYS }).sms?.sharedKeys).toEqual([
      'newer-secret',
      'older-secret',
    ])
    expect(refusal({ TWILIO_SHARED_KEYS })).toContain('belongs to TWILIO_ACCOUNT_SID')
    const blank = refusal({ ...all, TWILIO_SHARED_KEYS: 'a-secret,,' })
    expect(blank).toContain('separated by commas')
    expect(blank).not.toContain('a-secret')
    for (const name of Object.keys(all)) expect(refusal({ ...all, [name]: '' })).toContain('belong together')
    expect(refusal({ ...all, SMS_FROM: '614-555-0100' })).toContain('SMS_FROM must be a number')
    expect(refusal({ ...all, TWILIO_ACCOUNT_SID: 'a-secret-token' })).toBe(
      'TWILIO_ACCOUNT_SID is not the SID of a Twilio account (AC…).',
    )
    expect(refusal({ ...all, TWILIO_API_URL: 'ftp://x' })).toContain('TWILIO_API_URL')
  })

  it('refuses keys for push messages that do not belong together', () => {
    const pair = (fill: number) => {
      const curve = createECDH('prime256v1')
      curve.setPrivateKey(Buffer.alloc(32, fill))
      return {
        VAPID_PUBLIC_KEY: curve.getPublicKey('base64url'),
        VAPID_PRIVATE_KEY: curve.getPrivateKey('base64url'),
      }
    }
    expect(readConfig(pair(1)).vapid?.publicKey).toBe(pair(1).VAPID_PUBLIC_KEY)
    expect(refusal({ ...pair(1), VAPID_PRIVATE_KEY: pair(2).VAPID_PRIVATE_KEY })).toBe(
      'VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.',
    )
    expect(refusal({ ...pair(1), VAPID_PRIVATE_KEY: 'nonsense' })).not.toContain('nonsense')
    expect(refusal({ VAPID_PUBLIC_KEY: pair(1).VAPID_PUBLIC_KEY })).toContain('belong together')
  })

  it('reads the map service that completes the addresses of visitors', () => {
    expect(readConfig({ MAPBOX_TOKEN: 'pk.own' }).maps).toEqual({
      url: 'https://api.mapbox.com',
      token: 'pk.own',
    })
    const own = { MAPBOX_TOKEN: 'pk.own', MAPS_URL: 'https://maps.example.com/box/' }
    expect(readConfig(own).maps?.url).toBe('https://maps.example.com/box')
    expect(refusal({ MAPS_URL: own.MAPS_URL })).toContain('MAPBOX_TOKEN')
    expect(refusal({ ...own, MAPS_URL: 'maps' })).toContain('MAPS_URL must be an address')
  })

  it('bills unless billing is off', () => {
    expect(readConfig({}).isFree).toBe(false)
    expect(readConfig({ BILLING: 'on' }).isFree).toBe(false)
    expect(readConfig({ BILLING: ' off ' }).isFree).toBe(true)
    expect(refusal({ BILLING: '0' })).toBe('BILLING must be on or off, not "0".')
  })

  it('has the documented defaults', () => {
    expect(readConfig({})).toEqual({
      ports: { console: 3000, api: 3001, widget: 3002 },
      hosts: ['127.0.0.1', '::1'],
      metrics: null,
      isFree: false,
      origins: {
        console: 'http://localhost:3000',
        api: 'http://localhost:3001',
        widget: 'http://localhost:3002',
      },
      databaseUrl: resolve(ROOT, '.data'),
      listenUrl: resolve(ROOT, '.data'),
      photos: { kind: 'folder', folder: resolve(ROOT, '.data/photos') },
      journal: { kind: 'folder', folder: resolve(ROOT, '.data/journal') },
      distFolder: resolve(ROOT, 'dist'),
      publishableKey: 'pk_live_Y2xlcmsubG9jYWxob3N0LnRlc3Qk',
      tokenIssuer: 'https://clerk.localhost.test',
      isLocal: true,
      localReceivers: true,
      secretsKey: { file: resolve(ROOT, '.data', 'secrets.key') },
      clerkWebhookSecret: null,
      jwksUrl: 'https://clerk.localhost.test/.well-known/jwks.json',
      trustProxy: 0,
      agentModel: null,
      mail: null,
      sms: null,
      telnyx: null,
      telnyxApiUrl: null,
      vapid: null,
      textParts: 2_000,
      hubspot: null,
      google: null,
      maps: null,
      retention: { conversationDays: 90, leadDays: null },
      testMode: false,
      seedDemo: true,
    })
  })

  it('needs a key for tokens on PostgreSQL, unless the identity is local', () => {
    const own = { PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKeyOf('clerk.example.com') }
    expect(readConfig({ DATABASE_URL: '/srv/data' }).secretsKey).toEqual({ file: '/srv/data/secrets.key' })
    expect(readConfig({ ...own, DATABASE_URL: 'postgres://host/db' }).secretsKey).toBeNull()
    const SECRETS_KEY = Buffer.alloc(32, 1).toString('base64')
    expect(readConfig({ ...own, SECRETS_KEY }).secretsKey).toEqual({ keys: [Buffer.alloc(32, 1)] })
    expect(() => readConfig({ SECRETS_KEY: 'short' })).toThrow('SECRETS_KEY must be 32 bytes')
    expect(() => readConfig({ HUBSPOT_CLIENT_ID: 'a' })).toThrow('belong together')
    expect(() => readConfig({ GOOGLE_CLIENT_SECRET: 'a' })).toThrow('belong together')
  })

  it('keeps the journal beside the embedded database, in a folder, in a bucket, or not at all', () => {
    const folder = (path: string) => ({ kind: 'folder', folder: path })
    const postgres = { DATABASE_URL: 'postgres://host/db' }
    expect(readConfig({ DATABASE_URL: '/srv/data' }).journal).toEqual(folder('/srv/data/journal'))
    expect(readConfig({ DATABASE_URL: 'memory://' }).journal).toBeNull()
    expect(readConfig(postgres).journal).toBeNull()
    expect(readConfig({ ...postgres, JOURNAL_FOLDER: '/srv/j' }).journal).toEqual(folder('/srv/j'))
    const keys = { JOURNAL_S3_KEY_ID: 'k', JOURNAL_S3_SECRET: 's' }
    const s3 = { ...keys, JOURNAL_S3_URL: 'https://s3.example.com/journal/' }
    expect(readConfig({ ...postgres, ...s3 }).journal).toEqual({
      ...{ kind: 's3', url: 'https://s3.example.com/journal', region: 'us-east-1', keyId: 'k', secret: 's' },
    })
    expect(refusal(keys)).toContain('JOURNAL_S3_URL, JOURNAL_S3_KEY_ID and JOURNAL_S3_SECRET belong together')
    expect(refusal({ ...s3, JOURNAL_FOLDER: '/srv/j' })).toContain('Set JOURNAL_FOLDER or JOURNAL_S3_URL')
  })

  it('keeps photos beside the embedded database, in a folder, or in a bucket', () => {
    const folder = (path: string) => ({ kind: 'folder', folder: path })
    expect(readConfig({ DATABASE_URL: '/srv/data' }).photos).toEqual(folder('/srv/data/photos'))
    expect(readConfig({ DATABASE_URL: 'memory://' }).photos).toEqual({ kind: 'temporary' })
    expect(readConfig({ DATABASE_URL: 'postgres://host/db' }).photos).toEqual(
      folder(resolve(ROOT, '.data/photos')),
    )
    expect(readConfig({ PHOTOS_FOLDER: '/srv/photos' }).photos).toEqual(folder('/srv/photos'))
    const keys = { PHOTOS_S3_KEY_ID: 'id', PHOTOS_S3_SECRET: 'secret' }
    const s3 = { PHOTOS_S3_URL: 'https://s3.example.com/bucket/', ...keys }
    expect(readConfig(s3).photos).toEqual({
      kind: 's3',
      url: 'https://s3.example.com/bucket',
      region: 'us-east-1',
      keyId: 'id',
      secret: 'secret',
    })
    expect(refusal(keys)).toContain('belong together')
    expect(refusal({ ...s3, PHOTOS_FOLDER: '/srv/photos' })).toContain('not both')
  })

  it('accepts retention in days, or forever', () => {
    const env = { KEEP_CONVERSATIONS_DAYS: 'forever', KEEP_LEADS_DAYS: '730' }
    expect(readConfig(env).retention).toEqual({ conversationDays: null, leadDays: 730 })
    for (const days of ['0', '-1', '1.5', 'never', '100000']) {
      expect(refusal({ KEEP_CONVERSATIONS_DAYS: days })).toBe(
        `KEEP_CONVERSATIONS_DAYS must be a number of days from 1 to 99999, or forever, not "${days}".`,
      )
    }
  })

  it('reads variables, and flags override them', () => {
    const env = { CONSOLE_PORT: '4000', API_PORT: '4001', WIDGET_PORT: '4002', DATABASE_URL: 'memory://' }
    expect(readConfig(env).ports).toEqual({ console: 4000, api: 4001, widget: 4002 })
    const argv = ['--port', '5000', '--api-port=5001', '--widget-port', '5002', '--database-url', '/data/x']
    const config = readConfig(env, argv)
    expect(config.ports).toEqual({ console: 5000, api: 5001, widget: 5002 })
    expect(config.origins.console).toBe('http://localhost:5000')
    expect(config.databaseUrl).toBe(resolve('/data/x'))
    expect(readConfig({}, ['--console-port', '6000']).ports.console).toBe(6000)
  })

  it('treats blank variables as unset and trims others', () => {
    const config = readConfig({ CONSOLE_PORT: ' ', API_PORT: ' 4001 ', DATABASE_URL: '', CLERK_JWKS_URL: '' })
    expect(config.ports).toEqual({ console: 3000, api: 4001, widget: 3002 })
    expect(config.databaseUrl).toBe(resolve(ROOT, '.data'))
    expect(config.isLocal).toBe(true)
  })

  it.each(['0', '65536', '-1', '3000.5', '3e3', 'abc', '0x10', '99999999'])('refuses the port %s', (port) => {
    expect(refusal({ API_PORT: port })).toBe(
      `API_PORT must be a whole number from 1 to 65535, not "${port}".`,
    )
    expect(refusal({}, [`--api-port=${port}`])).toContain('--api-port must be a whole number')
  })

  it('refuses ports that collide, repeated flags, and unknown flags', () => {
    expect(refusal({}, ['--port', '3001'])).toBe(
      'Console, API and widget host need three different ports, not 3001, 3001 and 3002.',
    )
    expect(refusal({}, ['--port', '1', '--console-port', '1'])).toContain('mean the same')
    expect(refusal({}, ['--prot', '1'])).toBe("Unknown option '--prot'. --help lists the flags.")
    expect(refusal({}, ['4000'])).toContain('--help lists the flags.')
    expect(refusal({}, ['--port'])).toContain('--help lists the flags.')
  })

  it('refuses an unusable database URL, without repeating a password', () => {
    expect(readConfig({ DATABASE_URL: 'postgresql://me@db/x' }).databaseUrl).toBe('postgresql://me@db/x')
    expect(readConfig({ DATABASE_URL: './here' }).databaseUrl).toBe(resolve('here'))
    const message = refusal({ DATABASE_URL: 'mysql://me:secret@db/x' })
    expect(message).toBe('DATABASE_URL must be a postgres:// address, memory://, or a folder.')
    expect(refusal({ DATABASE_URL: 'postgres://me:secret@[db/x' })).not.toContain('secret')
  })

  it('normalizes public URLs', () => {
    const config = readConfig({
      PUBLIC_CONSOLE_URL: 'https://app.example.com/',
      PUBLIC_API_URL: 'https://api.example.com/',
      PUBLIC_WIDGET_URL: 'https://widget.example.com',
    })
    expect(config.origins).toEqual({
      console: 'https://app.example.com',
      api: 'https://api.example.com',
      widget: 'https://widget.example.com',
    })
    expect(refusal({ PUBLIC_API_URL: 'api.example.com' })).toContain('PUBLIC_API_URL must be an address')
    expect(refusal({ PUBLIC_API_URL: 'ftp://api.example.com' })).toContain('http://')
  })

  it('uses the local identity with its own key only', () => {
    expect(LOCAL_PUBLISHABLE_KEY).toBe(publishableKeyOf(LOCAL_IDENTITY_HOST))
    const real = publishableKeyOf('clerk.example.com')
    expect(readConfig({ PUBLIC_CLERK_PUBLISHABLE_KEY: real })).toMatchObject({
      publishableKey: real,
      tokenIssuer: 'https://clerk.example.com',
      isLocal: false,
      jwksUrl: 'https://clerk.example.com/.well-known/jwks.json',
      seedDemo: false,
    })
    const proxied = { PUBLIC_CLERK_PUBLISHABLE_KEY: real, PUBLIC_CLERK_PROXY_URL: '/__clerk' }
    expect(readConfig({ ...proxied, FIELDHAND_DEMO: '1', FIELDHAND_TEST: '1' })).toMatchObject({
      isLocal: false,
      seedDemo: false,
      testMode: false,
    })
    const named = { CLERK_ISSUER: 'https://id.example.com/', CLERK_JWKS_URL: 'https://id.example.com/keys' }
    expect(refusal(named)).toContain('CLERK_ISSUER and CLERK_JWKS_URL belong to a Clerk key of your own')
    expect(readConfig({ ...named, PUBLIC_CLERK_PUBLISHABLE_KEY: real })).toMatchObject({
      tokenIssuer: 'https://id.example.com',
      jwksUrl: 'https://id.example.com/keys',
      isLocal: false,
    })
    for (const key of ['pk_live_', 'sk_live_abc', 'pk_live_!!!', publishableKeyOf('a b')]) {
      expect(refusal({ PUBLIC_CLERK_PUBLISHABLE_KEY: key })).toContain('not a Clerk publishable key')
    }
  })

  it('accepts only 1 and 0 for test mode and demo data', () => {
    expect(readConfig({ FIELDHAND_TEST: '1', FIELDHAND_DEMO: '0' })).toMatchObject({
      testMode: true,
      seedDemo: false,
    })
    expect(refusal({ FIELDHAND_TEST: 'yes' })).toBe('FIELDHAND_TEST must be 1 or 0, not "yes".')
  })

  it('listens on this machine only by default', () => {
    expect(readConfig({ HOST: '0.0.0.0' }).hosts).toEqual(['0.0.0.0'])
    expect(readConfig({}, ['--host', 'localhost']).hosts).toEqual(['127.0.0.1', '::1'])
  })
})
