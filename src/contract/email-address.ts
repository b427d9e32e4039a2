/** A mailbox and its domain. */
const PARTS = /^([^\s@<>"(),:;]+)@([^\s@<>"(),:;/\\?#%[\]]+)$/
/** Characters that nobody sees, and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u
/** A domain in ASCII. Numbers only would be an IP address. */
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)*[a-z](?:[a-z\d-]*[a-z\d])?$/

/**
 * Returns the email address in a text in the form in which it is stored and mailed: the domain as mail servers look it
 * up (IDNA), in lowercase and ASCII, without invisible or compatibility characters. Returns null if the text isn't
 * exactly one address, or its mailbox contains invisible characters.
 */
export function readEmail(text: string): string | null {
  const [, mailbox = '', given = ''] = PARTS.exec(text.trim().normalize('NFKC')) ?? []
  const url = `http://${given}`
  if (mailbox === '' || UNSEEN.test(mailbox) || !URL.canParse(url)) return null
  const domain = new URL(url).hostname.replace(/\.$/, '')
  return DOMAIN.test(domain) ? `${mailbox}@${domain}` : null
}

/** Returns an email address in the form in which addresses are compared, and any other text in lowercase. */
export const emailKey = (text: string): string => (readEmail(text) ?? text.trim()).toLowerCase()
