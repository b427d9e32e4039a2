import { ApiError } from '../../api/errors.ts'
import { postWebsiteCheck, postWebsiteReading } from '../../api/website-reading.ts'
import type { WebsiteCheck } from '../../contract/website-check.ts'
import type { ProposedFaq, WebsiteReading } from '../../contract/website-reading.ts'
import { textKey } from '../../domain/common/same-text.ts'
import { orNull } from '../base/query/optional.ts'
import { $account, isSameAccount, requireAccount } from '../base/session/account.ts'
import { $settings, setField } from './state.ts'

const withProtocol = (address: string) =>
  /^https?:\/\//i.test(address.trim()) ? address.trim() : `https://${address.trim()}`

/** Returns a reader that rejects with a readable reason if the API cannot read websites. */
function reader<Reply>(read: (organizationId: string, address: string) => Promise<Reply>) {
  return async (address: string): Promise<Reply> => {
    const reply = await orNull(read)(requireAccount().organizationId, withProtocol(address))
    if (reply === null) throw new ApiError('This version of the API cannot read websites.', 404)
    return reply
  }
}

/** Asks the server to look for the embed code on a page. Rejects with the reason if the server cannot read the page. */
export const checkPage: (address: string) => Promise<WebsiteCheck> = reader(postWebsiteCheck)

const readWebsite = reader(postWebsiteReading)

/** Asks the server to read a website. Omits questions that are already in the list. Changes no settings. */
export async function proposeFrom(address: string): Promise<WebsiteReading> {
  const reading = await readWebsite(address)
  const known = new Set($settings.get()?.faqs.map(({ question }) => textKey(question)))
  return {
    ...reading,
    faqs: reading.faqs.filter(({ question }: ProposedFaq) => !known.has(textKey(question))),
  }
}

/**
 * Replaces the description of the services in the form. Returns an undo function, which works only in the same
 * organization and keeps later input.
 */
export function describeServices(text: string): () => void {
  const account = $account.get()
  const before = $settings.get()?.services_description ?? ''
  setField('services_description', text)
  return () => {
    const isUntouched = $settings.get()?.services_description === text
    if (isUntouched && isSameAccount(account, $account.get())) setField('services_description', before)
  }
}
