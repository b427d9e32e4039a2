import { StartupError } from '../../server/base/errors.ts'
import type { Config } from '../../server/kernel/config.ts'
import { type Mailbox, startMailbox } from './mailbox.ts'
import { createPushSink, type PushSink } from './push.ts'
import { TELNYX_BASE } from './telnyx.ts'
import { createTextInbox, LOCAL_TWILIO, type TextInbox } from './texts.ts'

/** The offset of the SMTP server's port from the API's, unless MAILBOX_SMTP_PORT is set. */
const PORTS_AFTER_API = 6

/** The local post office, which receives everything that the product sends. */
export interface Post {
  mailbox: Mailbox
  push: PushSink
  texts: TextInbox
  /** Removes all messages and clears all faults. */
  clear(): Promise<void>
  close(): Promise<void>
}

/** Opens the post office. An `smtpPort` of 0 selects a free port. */
export async function openPost(
  { origins }: Pick<Config, 'origins'>,
  { smtpPort = 0, clock = () => new Date() } = {},
): Promise<Post> {
  const mailbox = await startMailbox({ port: smtpPort })
  const push = createPushSink(origins.api)
  const texts = createTextInbox(origins.api, clock)
  const offices = [mailbox, push, texts]
  return {
    mailbox,
    push,
    texts,
    async clear() {
      mailbox.mails.clear()
      push.clear()
      texts.clear()
      for (const { faults } of offices) await faults.tell({ fault: null })
    },
    close: () => mailbox.close(),
  }
}

/**
 * Opens the post office of a server. Its SMTP server uses MAILBOX_SMTP_PORT, otherwise the API's port + 6, or any
 * free port if that one is in use.
 */
export async function openPostOf(
  config: Pick<Config, 'origins' | 'ports'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Post> {
  const given = env.MAILBOX_SMTP_PORT?.trim()
  const port = given ? Number(given) : config.ports.api + PORTS_AFTER_API
  if (given && !(Number.isInteger(port) && port >= 1 && port <= 65_535)) {
    throw new StartupError(`MAILBOX_SMTP_PORT must be a whole number from 1 to 65535, not "${given}".`)
  }
  try {
    return await openPost(config, { smtpPort: port })
  } catch (error) {
    if (!given) return openPost(config)
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(
      `Port ${port} for the mailbox cannot be opened (${code}): change MAILBOX_SMTP_PORT.`,
    )
  }
}

/** Adds the post office to the configuration for every channel that isn't set up. */
export function withPost(config: Config, { mailbox }: Pick<Post, 'mailbox'>): Config {
  const from = { name: 'Fieldhand', address: 'post@fieldhand.test' }
  return {
    ...config,
    mail: config.mail ?? { url: mailbox.url, from },
    telnyxApiUrl: config.telnyxApiUrl ?? `${config.origins.api}${TELNYX_BASE}`,
    sms: config.telnyx
      ? null
      : (config.sms ?? { ...LOCAL_TWILIO, apiUrl: `${config.origins.api}/__local/twilio` }),
  }
}
