import { describe, expect, it } from 'vitest'
import { publishableKeyOf, readConfig } from '../../../server/app/config.ts'
import { greetingOf } from '../../../server/app/greeting.ts'

const PRODUCTION = {
  DATABASE_URL: 'postgres://user:secret@db.example.com/fieldhand',
  PUBLIC_CLERK_PUBLISHABLE_KEY: publishableKeyOf('clerk.example.com'),
}
const TRIALS = { organizations: 2, firstEnd: new Date('2026-12-04T09:00:00Z') }

const greeting = (env: Record<string, string>, trials: typeof TRIALS | null = null) =>
  greetingOf(readConfig(env), trials)

describe('the start message', () => {
  it('names what is off, and the variables that turn it on', () => {
    const text = greeting(PRODUCTION)
    for (const row of [
      /^ {2}Plans +unknown.*CLERK_WEBHOOK_SECRET/m,
      /^ {2}Secrets +off:.*SECRETS_KEY/m,
      /^ {2}Journal +off:.*JOURNAL_FOLDER$/m,
      /^ {2}Email +off: set SMTP_URL and MAIL_FROM$/m,
      /^ {2}Texts +off: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and SMS_FROM$/m,
    ]) {
      expect(text).toMatch(row)
    }
    expect(text).not.toContain('secret')
  })

  it('names nothing that is configured, and nothing with the local identity', () => {
    const all = {
      ...PRODUCTION,
      CLERK_WEBHOOK_SECRET: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
      SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
      JOURNAL_FOLDER: '/srv/journal',
      SMTP_URL: 'smtp://mail.example.com',
      MAIL_FROM: 'post@example.com',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      ...{ TWILIO_AUTH_TOKEN: 'token', SMS_FROM: '+16145550100' },
    }
    for (const env of [all, {}]) expect(greeting(env)).not.toMatch(/ (off|unknown)/)
  })

  it('says when the first widget goes off because nobody can pay, or that nobody has to', () => {
    expect(greeting(PRODUCTION)).not.toContain('Trials')
    expect(greeting(PRODUCTION, TRIALS)).toMatch(
      /Trials +2 organizations; the first widget goes off on 2026-12-04.*\n.*BILLING=off/,
    )
    expect(greeting({ ...PRODUCTION, BILLING: 'off' })).toMatch(/^ {2}Billing +off: every widget is live$/m)
  })
})
