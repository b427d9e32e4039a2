import { LIMITS } from '../../../src/contract/limits.ts'
import { byFrequency, type PageFacts, withoutWww } from './facts.ts'
import { isOfPlace } from './places.ts'

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
    if (letters(name).length > 2) return name.replace(/[\s,]+\d{4}$/, '').trim()
  }
  return ''
}

const labelOf = (host: string) => letters(withoutWww(host).split('.', 1)[0] ?? '')

/** Returns whether a host's name is made of a name's letters or initials: `greenacreslawn.com`, `gall.com`. */
function isHostOf(name: string, host: string): boolean {
  const [own, label] = [letters(name), labelOf(host)]
  const initials = letters((name.match(/\p{Lu}/gu) ?? []).join(''))
  if (label.length > 2 && initials === label) return true
  return Math.min(own.length, label.length) > 4 && (own.includes(label) || label.includes(own))
}

/** The letters that a line can have around the name that it greets with: `Welcome to`. */
const GREETING = 12

/** Returns the only part of a title that a short line of the first page repeats, or null. */
function greetedPart({ title, lines }: PageFacts): string | null {
  const short = lines.map(({ text }) => letters(text))
  const parts = title.split(SEPARATOR).filter((part) => {
    const own = letters(part)
    const isIn = (line: string) => line.includes(own) && line.length <= own.length + GREETING
    return !isPageName(part) && short.some(isIn)
  })
  return parts.length === 1 && SEPARATOR.test(title) ? (parts[0] ?? null) : null
}

/** Returns the line that has all letters of the host's name and no others. */
const lineOfHost = (pages: readonly PageFacts[], host: string) =>
  pages
    .flatMap(({ lines }) => lines)
    .find(({ text }) => letters(text) === labelOf(host) && text.includes(' '))?.text

/** Returns whether the letters of two names are the same, except for a part such as `LLC`. */
function isSameName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short === long || (short.length > 4 && short.length * 2 > long.length && long.includes(short))
}

/**
 * Returns the name in a text such as a page's title, which can have a slogan and the page's name beside it, or null if
 * nothing else on the website confirms a part of it.
 */
function confirmedPart(text: string, others: readonly string[], host: string): string | null {
  const parts = text.split(SEPARATOR).filter((part) => letters(part).length > 1)
  const scored = parts.map((part) => {
    const own = letters(part)
    const votes = others.filter((other) => isSameName(own, letters(other)))
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
      .filter((name) => !isPageName(name) || isHostOf(name, host) || owners.includes(name)),
    confirmedPart(title, evidence, host),
    ...owners,
    lineOfHost(pages, host) ?? null,
    first ? greetedPart(first) : null,
    // A title of several words without a separator is a name rather than `Home`.
    ...(SEPARATOR.test(title) || isPageName(title) || isOfPlace(title) ? [] : [title]),
  ]
  return (
    candidates.find((name) => name !== null && letters(name).length > 1 && name.length <= LIMITS.name) ?? null
  )
}

/** Returns whether a title is one word, as those of untitled pages are: `Home`, `Document`. */
const isPageName = (text: string) => !/\S\s+\S/.test(text.trim())
