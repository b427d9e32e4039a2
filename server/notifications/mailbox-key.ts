import { emailKey } from '../../src/contract/email-address.ts'

/** Whose mailboxes ignore dots. */
const GMAIL = /^(?:gmail|googlemail)\.com$/

/**
 * Returns the form that all addresses of a mailbox share: `annlee@gmail.com` for `Ann.Lee+lawn@gmail.com`. Returns any
 * other text as {@link emailKey} does.
 */
export function mailboxKey(text: string): string {
  const key = emailKey(text)
  const [, mailbox = '', domain = ''] = /^([^+@][^+@]*).*@(.+)$/.exec(key) ?? []
  if (mailbox === '') return key
  return GMAIL.test(domain) ? `${mailbox.replaceAll('.', '')}@gmail.com` : `${mailbox}@${domain}`
}
