import type { WebsiteCheck } from '../../src/contract/website-check.ts'

type Holder = NonNullable<WebsiteCheck['snippets'][number]['held_by']>

/** The marks that plugins leave on a script that they run later, as a line `name=value` of its attributes. */
const MARKS: readonly [mark: RegExp, name: string, kind: Holder['kind']][] = [
  [/^(?:data-rocket-|type=rocketlazyload)/m, 'WP Rocket', 'speed'],
  [/^type=litespeed\//m, 'LiteSpeed Cache', 'speed'],
  [/^(?:data-|type=)pmdelayedscript|^data-perfmatters-/m, 'Perfmatters', 'speed'],
  [/^(?:data-wpmeteor-|type=javascript\/blocked)/m, 'WP Meteor', 'speed'],
  [/^(?:nitro-|data-nitro|type=nitropack\/)/m, 'NitroPack', 'speed'],
  [/^type=[\da-f]{20,}-/m, 'Cloudflare Rocket Loader', 'speed'],
  [/^type=text\/psajs$/m, 'PageSpeed', 'speed'],
  [/^type=text\/partytown$/m, 'Partytown', 'speed'],
  [/^data-cookie(?:consent|block-src)=/m, 'Cookiebot', 'consent'],
  [/^data-cookieyes=/m, 'CookieYes', 'consent'],
  [/^data-(?:cmplz-|src-cmplz)/m, 'Complianz', 'consent'],
  [/^data-usercentrics=/m, 'Usercentrics', 'consent'],
  [/^data-iub-|^class=.*_iub_cs_/m, 'iubenda', 'consent'],
  [/^class=.*optanon-category/m, 'OneTrust', 'consent'],
  [/^consent-(?:click-)?original-/m, 'Real Cookie Banner', 'consent'],
  [/^data-borlabs-/m, 'Borlabs Cookie', 'consent'],
  [/^data-cookiefirst-/m, 'CookieFirst', 'consent'],
]

/** Returns the plugin whose marks the attributes of a script have, or null. */
export function holderOf(attributes: Readonly<Record<string, string | undefined>>): Holder | null {
  const lines = Object.entries(attributes)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
  const [, name, kind] = MARKS.find(([mark]) => mark.test(lines)) ?? []
  return name && kind ? { name, kind } : null
}
