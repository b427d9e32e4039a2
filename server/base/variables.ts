/** Variables that belong together, with Markdown for docs/configuration.md. */
interface Variables {
  names: readonly string[]
  /** The flags that override a variable. */
  flags?: readonly string[]
  /** What applies if they are unset. In backticks, it is the value to which they default. */
  unset: string
  meaning: string
}

/** The variables that the server reads when it starts. */
export const SERVER_VARIABLES = [
  {
    names: ['CONSOLE_PORT'],
    flags: ['port', 'console-port'],
    unset: '`3000`',
    meaning: 'The port of the console',
  },
  { names: ['API_PORT'], flags: ['api-port'], unset: '`3001`', meaning: 'The port of the API' },
  {
    names: ['WIDGET_PORT'],
    flags: ['widget-port'],
    unset: '`3002`',
    meaning: 'The port of the widget host',
  },
  {
    names: ['DATABASE_URL'],
    flags: ['database-url'],
    unset: 'the folder `.data/`',
    meaning: 'The database: a folder, `memory://`, or `postgres://…`',
  },
  {
    names: ['DATABASE_LISTEN_URL'],
    unset: 'that of `DATABASE_URL`',
    meaning: "The database's own address, if `DATABASE_URL` is a [pooler](deploy.md#a-pooler)'s",
  },
  {
    names: ['HOST'],
    flags: ['host'],
    unset: '`localhost`',
    meaning: 'The address to listen on, such as `0.0.0.0` for all',
  },
  {
    names: ['METRICS_PORT', 'METRICS_HOST'],
    unset: 'no metrics',
    meaning: 'The port for [Prometheus](metrics.md), and its address if that is not this machine only',
  },
  {
    names: ['PUBLIC_CONSOLE_URL'],
    unset: "`http://localhost:` and the console's port",
    meaning: "The console's URL in browsers",
  },
  { names: ['DIST_FOLDER'], unset: '`dist`', meaning: 'The folder of the built console' },
  {
    names: ['FIELDHAND_DEMO'],
    unset: '`1`',
    meaning: 'With `1`, an empty database gets the demo data, but never with your own Clerk key',
  },
  {
    names: ['FIELDHAND_TEST'],
    unset: '`0`',
    meaning: 'With `1`, the server has the calls that tests need, but never with your own Clerk key',
  },
  { names: ['LOG_LEVEL'], unset: '`info`, or `warn` in a terminal', meaning: 'The least level to log' },
  {
    names: ['KEEP_CONVERSATIONS_DAYS'],
    unset: '`90`',
    meaning: 'After so many days without a change, a conversation without a lead is [erased](security.md)',
  },
  {
    names: ['KEEP_LEADS_DAYS'],
    unset: '`forever`',
    meaning: 'After so many days without a change, a lead is erased with all its data',
  },
  {
    names: ['PHOTOS_FOLDER', 'PHOTOS_S3_URL', 'PHOTOS_S3_REGION', 'PHOTOS_S3_KEY_ID', 'PHOTOS_S3_SECRET'],
    unset: 'the folder `photos` next to the embedded database, or in `.data/`',
    meaning: "The place of visitors' photos: a folder, or a [bucket](deploy.md#7-photos)",
  },
  {
    names: [
      'JOURNAL_FOLDER',
      'JOURNAL_S3_URL',
      'JOURNAL_S3_REGION',
      'JOURNAL_S3_KEY_ID',
      'JOURNAL_S3_SECRET',
    ],
    unset: 'the folder `journal` next to the embedded database; with PostgreSQL, no journal',
    meaning: 'The place of the [journal](operations.md#the-journal): a folder, or a bucket',
  },
  {
    names: ['TRUST_PROXY'],
    unset: '`0`',
    meaning:
      'The [proxies](deploy.md#a-reverse-proxy) to trust for `X-Forwarded-For`: their addresses and networks, such as ' +
      '`10.0.0.0/8,::1`, or their number, if nobody can bypass them',
  },
  {
    names: ['AGENT_MODEL_URL', 'AGENT_MODEL', 'AGENT_MODEL_KEY'],
    unset: 'no model: the built-in script answers visitors',
    meaning:
      'The URL (such as `http://localhost:11434/v1`), model, and key of an OpenAI-compatible endpoint, which receives ' +
      "visitors' messages and the owner's settings",
  },
  {
    names: ['SMTP_URL', 'MAIL_FROM'],
    unset: 'locally the [post office](../dev/README.md#the-post-office), otherwise no email',
    meaning:
      'The [mail server](deploy.md#8-notifications), such as `smtp://user:password@mail.example.com:587`, and the ' +
      'sender, such as `Fieldhand <post@example.com>`',
  },
  {
    names: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SMS_FROM'],
    unset: 'locally the post office, otherwise no text messages',
    meaning: 'A Twilio account, and the number (`+1…`) or messaging service (`MG…`) that sends',
  },
  {
    names: ['TWILIO_SHARED_KEYS'],
    unset: 'the auth token',
    meaning: 'The secrets of the keys with which Twilio signs webhooks instead, separated by commas',
  },
  {
    names: ['TWILIO_API_URL'],
    unset: "Twilio's",
    meaning: 'The URL of another service with the same API',
  },
  {
    names: ['TELNYX_API_KEY', 'TELNYX_PUBLIC_KEY'],
    unset: 'the number is at Twilio',
    meaning: 'A [Telnyx](texts.md#at-telnyx) account, which sends from `SMS_FROM` instead of Twilio',
  },
  {
    names: ['TELNYX_API_URL'],
    unset: "Telnyx's",
    meaning: 'The URL of another service with the same API',
  },
  {
    names: ['TEXT_PARTS_PER_DAY'],
    unset: '`2000`',
    meaning:
      'How many parts, which carriers charge, the texts of a business from `SMS_FROM` may have within 24 hours; ' +
      'in a trial, a quarter of it. Texts from its [own number](texts.md#costs) are not limited',
  },
  {
    names: ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'],
    unset: 'generated at the first start, and stored in the database',
    meaning: 'The keys that identify this server to push services, in base64url',
  },
  {
    names: ['HUBSPOT_CLIENT_ID', 'HUBSPOT_CLIENT_SECRET'],
    unset: "locally the [stand-in](../dev/README.md#hubspot), otherwise HubSpot can't be connected",
    meaning: 'An [app at HubSpot](deploy.md#9-hubspot)',
  },
  {
    names: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
    unset:
      'locally the [stand-in](../dev/README.md#google), otherwise Google Calendar can be read only through its secret ' +
      'address',
    meaning: 'An [app at Google](deploy.md#10-google-calendar)',
  },
  {
    names: ['CALCOM_API_URL'],
    unset: 'locally the [stand-in](../dev/README.md#calcom), otherwise `https://api.cal.com/v2`',
    meaning: "The URL of Cal.com's API v2, such as that of a [self-hosted Cal.com](deploy.md#11-calcom)",
  },
  {
    names: ['MAPBOX_TOKEN', 'MAPS_URL'],
    unset: 'locally the [stand-in](../dev/README.md), otherwise the chat completes no addresses',
    meaning:
      'The access token with which the server asks Mapbox, without URL restrictions, and another address of the service',
  },
  {
    names: ['SECRETS_KEY'],
    unset:
      'a file next to the embedded database; with PostgreSQL and your own Clerk key, features that need the key are off',
    meaning:
      'The key that encrypts calendar addresses, webhook secrets, and the keys and tokens of other services: 32 bytes ' +
      'in [base64](deploy.md#4-api-and-widget-host). To rotate it, list several, separated by commas, the newest first',
  },
  {
    names: ['BILLING'],
    unset: '`on`',
    meaning:
      '`on`: a widget is live during the trial and a paid plan. `off`: every widget is live, and the console offers no ' +
      '[plans](deploy.md#trials-and-plans)',
  },
  {
    names: ['CLERK_WEBHOOK_SECRET'],
    unset: 'no [webhooks of Clerk](deploy.md#3-clerk), so no reports of plans, memberships, and deletions',
    meaning: 'The secret with which Clerk signs its webhooks',
  },
  {
    names: ['CLERK_ISSUER', 'CLERK_JWKS_URL'],
    unset: 'the host in `PUBLIC_CLERK_PUBLISHABLE_KEY`',
    meaning: 'The issuer of valid session tokens, and the URL of its keys; only with your own Clerk key',
  },
] as const satisfies readonly Variables[]

/** The server also reads some variables of the console's build. */
type Shared = 'PUBLIC_API_URL' | 'PUBLIC_WIDGET_URL' | 'PUBLIC_CLERK_PUBLISHABLE_KEY'

type Known = (typeof SERVER_VARIABLES)[number]

export type VariableName = Known['names'][number] | Shared

export type Flag = Extract<Known, { flags: readonly string[] }>['flags'][number]
