import { styleText } from 'node:util'
import { counted } from '../../src/domain/common/counted.ts'
import type { UnpayableTrials } from '../clerk/unpayable-trials.ts'
import { placeOf } from '../db/postgres.ts'
import type { Config } from '../kernel/config.ts'
import type { Greeting } from './stand-ins.ts'

/** Returns what this server doesn't do because it isn't configured, and how to change that. */
export function offRows({ isLocal, clerkWebhookSecret, secretsKey, mail, sms, telnyx }: Config): Greeting {
  if (isLocal) return []
  const rows: [string, string | false][] = [
    [
      'Plans',
      !clerkWebhookSecret &&
        'unknown, like removed members and organizations: set CLERK_WEBHOOK_SECRET to receive Clerk’s webhooks',
    ],
    [
      'Secrets',
      !secretsKey &&
        'off: webhooks, HubSpot, Google, Cal.com, and calendar addresses need SECRETS_KEY (openssl rand -base64 32)',
    ],
    ['Email', !mail && 'off: set SMTP_URL and MAIL_FROM'],
    ['Texts', !sms && !telnyx && 'off: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and SMS_FROM'],
  ]
  return rows.flatMap(([label, text]) => (text ? [[label, text] as const] : []))
}

const NO_JOURNAL = [
  'Journal',
  'off: a restored backup brings back what was erased, revoked, or opted out since. Set JOURNAL_FOLDER',
] as const

function trialRows(trials: UnpayableTrials | null): Greeting {
  if (!trials) return []
  const { organizations, firstEnd } = trials
  const day = firstEnd.toISOString().slice(0, 10)
  return [
    [
      'Trials',
      `${counted(organizations, 'organization')}; the first widget goes off on ${day}, because Clerk has reported no plan.`,
    ],
    ['', 'Set up Clerk Billing (docs/deploy.md, section 3), or set BILLING=off'],
  ]
}

/** Returns the message that tells the operator that the server is running, where, and what is off. */
export function greetingOf(config: Config, trials: UnpayableTrials | null, more: Greeting = []): string {
  const { origins, databaseUrl, isFree, isLocal, journal, tokenIssuer } = config
  const place =
    databaseUrl.includes('://') && databaseUrl !== 'memory://' ? placeOf(databaseUrl) : databaseUrl
  const rows: Greeting = [
    ['Console', origins.console],
    ['API', origins.api],
    ['Widget host', origins.widget],
    ['Data', place],
    ...(isLocal
      ? []
      : [['Identity', `Clerk at ${new URL(tokenIssuer).host}; no stand-ins and no demo data`] as const]),
    ...more,
    ...(isFree ? [['Billing', 'off: every widget is live'] as const] : []),
    ...(journal || databaseUrl === 'memory://' ? [] : [NO_JOURNAL]),
    ...offRows(config),
    ...trialRows(trials),
  ]
  const lines = rows.map(([label, value]) => `  ${label.padEnd(12)} ${value}`)
  return `\n  ${styleText('bold', 'Fieldhand is running')}\n\n${lines.join('\n')}\n\n  Ctrl+C stops it.\n\n`
}
