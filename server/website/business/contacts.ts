import { readEmail } from '../../../src/contract/email-address.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { isPossiblePhone, readPhone } from '../../../src/domain/common/phone.ts'
import { findPhones } from '../../agent/extract/phone.ts'
import { byFrequency, type DescribedBusiness, type Line, type PageFacts, withoutWww } from './facts.ts'

/** The most lines of a page that are searched, those of headers and footers first. */
const MOST_LINES = 100
const FAX = /\bfax\b/i
const EMAIL = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@[\p{L}\d-]{1,63}(?:\.[\p{L}\d-]{1,63}){1,4}/gu

/** Returns the most frequent value, of those in headers and footers if there are any. */
function prevalent(found: readonly Line[]): string | null {
  const inFrame = found.filter(({ isFrame }) => isFrame)
  return byFrequency(inFrame.length > 0 ? inFrame : found, ({ text }) => text.toLowerCase())[0]?.text ?? null
}

/** Returns a number as the console shows it, or null if it isn't one. */
function shownPhone(text: string): string | null {
  if (!isPossiblePhone(text)) return null
  const { display } = readPhone(text)
  return display.length <= LIMITS.phone ? display : null
}

const likely = (lines: readonly Line[], isLikely: (text: string) => boolean) =>
  lines
    .filter(({ text }) => isLikely(text))
    .toSorted((a, b) => Number(b.isFrame) - Number(a.isFrame))
    .slice(0, MOST_LINES)

const readLines = (lines: readonly Line[], read: (text: string) => readonly string[]): Line[] =>
  lines.flatMap(({ text, isFrame }) => read(text).map((value) => ({ text: value, isFrame })))

/** Returns the business's phone number: a described one, else that of links to call, else one in the text. */
export function phoneOf(pages: readonly PageFacts[], described: readonly DescribedBusiness[]): string | null {
  const [stated] = described.flatMap(({ phones }) => phones.flatMap((phone) => shownPhone(phone) ?? []))
  if (stated) return stated
  const linked = pages.flatMap(({ phones }) => readLines(phones, (text) => [shownPhone(text) ?? []].flat()))
  const written = () =>
    pages.flatMap(({ lines }) =>
      readLines(
        likely(lines, (text) => /\d{3}/.test(text) && !FAX.test(text)),
        (text) => findPhones(text).flatMap(({ value }) => shownPhone(value) ?? []),
      ),
    )
  return prevalent(linked) ?? prevalent(written())
}

const shownEmail = (text: string): string | null => {
  const email = readEmail(text.replace(/^mailto:/i, ''))
  return email?.includes('.', email.indexOf('@')) && email.length <= LIMITS.email ? email : null
}

/** Returns the business's email address: a described one, else one of the website's own domain, else the usual one. */
export function emailOf(
  pages: readonly PageFacts[],
  described: readonly DescribedBusiness[],
  host: string,
): string | null {
  const [stated] = described.flatMap(({ email }) => shownEmail(email) ?? [])
  if (stated) return stated
  const found = pages.flatMap(({ emails, lines }) => [
    ...readLines(emails, (text) => [shownEmail(text) ?? []].flat()),
    ...readLines(
      likely(lines, (text) => text.includes('@')),
      (text) => (text.match(EMAIL) ?? []).flatMap((each) => shownEmail(each) ?? []),
    ),
  ])
  const own = found.filter(({ text }) => text.endsWith(`@${withoutWww(host).replace(/:\d+$/, '')}`))
  return prevalent(own) ?? prevalent(found)
}
