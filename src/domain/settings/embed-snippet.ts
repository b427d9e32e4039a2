import type { Profile } from '../../contract/profile.ts'

/** The message of section 8 after copying the embed code. */
export const EMBED_CODE_COPIED = 'Embed code copied to clipboard!'

export type SnippetProfile = Pick<Profile, 'business_name' | 'button_text' | 'closed_button_text'>

/**
 * Returns the organization attribute of the embed code (section 7): the name in lowercase, with each run of spaces
 * replaced by a hyphen.
 */
export function organizationSlug(businessName: string): string {
  return businessName.trim().toLowerCase().replace(/\s+/g, '-')
}

/** Escapes text for a double-quoted HTML attribute. */
export function escapeAttribute(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\r\n]+/g, ' ')
}

/**
 * Returns the script tag that owners paste into their website (section 7). It contains the id, so that an installed
 * widget still works after the business is renamed, and contains it in the address, too, because tag managers and plugins
 * drop attributes. If there is no business name, the id replaces the slug. Blank texts
 * get the defaults of section 3.
 */
export function embedSnippet(options: {
  widgetUrl: string
  profile: SnippetProfile
  organizationId: string
}): string {
  const { widgetUrl, profile, organizationId } = options
  const attributes = {
    src: `${widgetUrl.replace(/\/+$/, '')}/agent.js?organization-id=${encodeURIComponent(organizationId)}`,
    'data-organization': organizationSlug(profile.business_name ?? '') || organizationId,
    'data-organization-id': organizationId,
    'data-button-text': profile.button_text?.trim() || 'Get Free Quote',
    'data-closed-text': profile.closed_button_text?.trim() || "We're Closed",
  }
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeAttribute(value)}"`)
  return `<script ${written.join(' ')} async></script>`
}
