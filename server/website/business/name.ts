import { LIMITS } from '../../../src/contract/limits.ts'
import { byFrequency, type PageFacts, withoutWww } from './facts.ts'

const SEPARATOR = /\s*[|»·•]\s*|\s+[-–—:]\s+|\s*[–—]\s+/
/** Matches a notice of copyright up to the name; the name ends at the first mark after it. */
const COPYRIGHT =
  /(?:©|\(c\)|copyright)[\s\d©–-]{0,30}(?:copyright\s)?(?:by\s)?(?<!\d)(?!\d{4}(?!\d))([\p{L}\d][^|©·•–—]{2,80}?)(?=\.\s|\.$|,? all rights|,? todos los derechos|\s[-|–—·•]|[|–—·•]|,\s\d|$)/iu

const letters = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\d]/gu, '')

/** Returns the name that a page's notice of copyright has, or an empty string. */
function owner({ lines }: PageFacts): string {
  for (const { text } of lines) {
    const [, name = ''] = COPYRIGHT.exec(text) ?? []
    if (letters(name).length > 2) return name.trim()
  }
  return ''
}

/** Returns whether a host's name is made of a name's letters: `greenacreslawn.com`. */
function isHostOf(name: string, host: string): boolean {
  const [label = ''] = withoutWww(host).split('.')
  const [a, b] = [letters(name), letters(label)]
  return Math.min(a.length, b.length) > 4 && (a.includes(b) || b.includes(a))
}

/**
 * Returns the name in a text such as a page's title, which can have a slogan and the page's name beside it, or null if
 * nothing else on the website confirms a part of it.
 */
function confirmedPart(text: string, others: readonly string[], host: string): string | null {
  const parts = text.split(SEPARATOR).filter((part) => letters(part).length > 1)
  const scored = parts.map((part) => {
    const own = letters(part)
    const votes = others.filter((other) => {
      const key = letters(other)
      return key === own || (own.length > 4 && key.length > 4 && (key.includes(own) || own.includes(key)))
    })
    return { part, votes: votes.length + (isHostOf(part, host) ? 1 : 0) }
  })
  const [best] = scored.toSorted((a, b) => b.votes - a.votes)
  return best && best.votes > 0 ? best.part : null
}

/** Returns the part of a name before a slogan, if the whole isn't a usual name. */
function withoutSlogan(name: string, others: readonly string[], host: string): string {
  return SEPARATOR.test(name) ? (confirmedPart(name, others, host) ?? name) : name
}

/** Returns the business's name. `described` are names from structured data, most certain first. */
export function nameOf(
  pages: readonly PageFacts[],
  described: readonly string[],
  host: string,
): string | null {
  const [first] = pages
  const owners = byFrequency(pages.map(owner).filter(Boolean))
  const titles = pages.map(({ title }) => title)
  const logos = byFrequency(pages.map(({ logo }) => logo).filter(Boolean))
  const sites = byFrequency(pages.flatMap(({ names }) => names))
  const evidence = [
    ...owners,
    ...logos,
    ...sites,
    ...titles.slice(1).flatMap((title) => (SEPARATOR.test(title) ? title.split(SEPARATOR) : [])),
  ]
  const title = first?.title ?? ''
  const candidates = [
    ...described.map((name) => withoutSlogan(name, [...evidence, title], host)),
    ...sites
      .map((name) => withoutSlogan(name, [...evidence, title], host))
      .filter((name) => !isPageName(name)),
    confirmedPart(title, evidence, host),
    ...owners,
    // A title of several words without a separator is a name rather than `Home`.
    ...(SEPARATOR.test(title) || isPageName(title) ? [] : [title]),
  ]
  return (
    candidates.find((name) => name !== null && letters(name).length > 1 && name.length <= LIMITS.name) ?? null
  )
}

/** Returns whether a title is one word, as those of untitled pages are: `Home`, `Document`. */
const isPageName = (text: string) => !/\S\s+\S/.test(text.trim())
