import { createTransport } from 'nodemailer'
import { readEmail } from '../../../src/contract/email-address.ts'
import { type Accepted, type Mail, type Mailbox, type Senders, Undeliverable } from '../senders.ts'
import { isAddress, type MailConfig } from './config.ts'
import { clean, quote } from './quote-response.ts'

const CONNECT_MS = 10_000
const SOCKET_MS = 30_000
/** The time limit for a mail: a server can send its replies slowly. */
const SENT_MS = 120_000
/** The maximum number of simultaneous connections to the server. Connections are reused. */
export const CONNECTIONS = 5
const LOOPBACK = /^(localhost|127\.[\d.]+|\[?::1\]?)$/

/** The additional properties of nodemailer's errors. */
interface SmtpError extends Error {
  code?: string
  /** The code of the server's reply, such as 550. `response` is its text. */
  responseCode?: number
  response?: string
  command?: string
}

type EmailChannel = NonNullable<Senders['email']> & { close(): void }

/**
 * Sends mail by SMTP. Passwords never leave this machine unencrypted: without TLS on the port, STARTTLS is required. If
 * the connection ends before the server replies, the failure counts as temporary, so a mail can arrive twice with the
 * same Message-ID. The same applies if sending takes longer than `sentMs` milliseconds, by default two minutes.
 */
export function openEmail({ url, from }: MailConfig, { sentMs = SENT_MS } = {}): EmailChannel {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isSecure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(username)
  const transport = createTransport(
    {
      pool: true,
      maxConnections: CONNECTIONS,
      // The job queue retries, and makes retries visible.
      maxRequeues: 0,
      host,
      port: port ? Number(port) : isSecure ? 465 : 587,
      secure: isSecure,
      requireTLS: !isSecure && user !== '' && !LOOPBACK.test(hostname),
      ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(password) } }),
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SOCKET_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    {},
  )
  return {
    sender: from.address,
    async send(mail): Promise<Accepted> {
      const address = readEmail(mail.to.address)
      if (address === null) {
        throw new Undeliverable(`“${clean(mail.to.address)}” is not an email address.`, { isGone: true })
      }
      try {
        const signal = AbortSignal.timeout(sentMs)
        const { messageId } = await transport.sendMail({
          ...messageOf({ ...mail, to: { ...mail.to, address } }, from),
          signal,
        })
        return { providerId: messageId }
      } catch (error) {
        throw failureOf(error as SmtpError, mail.to.address, host)
      }
    },
    close: () => transport.close(),
  }
}

/** Names and subjects can come from visitors. Control characters could end a header and start another one. */
const named = ({ name, address }: Mailbox): Mailbox => ({ name: clean(name), address })

function messageOf(mail: Mail, from: Mailbox) {
  const { to, fromName, replyTo, subject, text, html, messageId, unsubscribeUrl, invite } = mail
  return {
    from: named({ name: fromName || from.name, address: from.address }),
    to: named(to),
    ...(replyTo && isAddress(replyTo.address) ? { replyTo: named(replyTo) } : {}),
    subject: clean(subject),
    text,
    html,
    messageId: clean(messageId),
    headers: {
      'Auto-Submitted': 'auto-generated',
      ...(unsubscribeUrl
        ? {
            'List-Unsubscribe': { prepared: true, value: `<${clean(unsubscribeUrl)}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    // As an alternative part, which mail clients show with buttons, and as an attachment for the clients that don't.
    ...(invite
      ? { icalEvent: { method: invite.method, content: invite.content, filename: 'estimate.ics' } }
      : {}),
  }
}

const GONE = /\b5\.1\.(0|1|2|3|6|10)\b/
/** The commands whose rejection concerns the recipient or the message, not this server. */
const ABOUT_MAIL = /^(RCPT|DATA)/

function failureOf(error: SmtpError, address: string, host: string): Error {
  const { code, responseCode = 0, response = '', command = '' } = error
  const said = quote(response)
  if (code === 'EAUTH') {
    return new Error(`The mail server ${host} rejects the user name or password in SMTP_URL${said}`)
  }
  if (code === 'ETLS') return new Error(`The mail server ${host} offers no encrypted connection.`)
  if (responseCode >= 500 && ABOUT_MAIL.test(command)) {
    const isGone = [550, 551, 553].includes(responseCode) && GONE.test(response)
    if (isGone) return new Undeliverable(`There is no mailbox ${address}${said}`, { isGone })
    return new Undeliverable(`The mail server does not accept mail for ${address}${said}`)
  }
  if (responseCode >= 500) return new Error(`The mail server ${host} rejects this server’s mail${said}`)
  if (responseCode >= 400) return new Error(`The mail server ${host} asks to try again later${said}`)
  return new Error(reasonOf(error, host))
}

const ABOUT_CERTIFICATE = /certificate|altnames/i

function reasonOf({ code, command, message }: SmtpError, host: string): string {
  if (code === 'EDNS') return `The name of the mail server ${host} cannot be found.`
  if (ABOUT_CERTIFICATE.test(message)) {
    return `The certificate of the mail server ${host} is not valid${quote(message)}`
  }
  if (code === 'ETIMEDOUT' || code === 'EABORT') return `The mail server ${host} does not answer in time.`
  if (/ECONNREFUSED|ENETUNREACH|EHOSTUNREACH/.test(message))
    return `The mail server ${host} cannot be reached.`
  if (code === 'ESOCKET' && command === 'CONN') return `The mail server ${host} cannot be reached.`
  return `The mail server ${host} closed the connection before it accepted the mail.`
}
