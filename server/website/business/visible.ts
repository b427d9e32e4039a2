import { inOneLine, type Line } from './facts.ts'

/** The most characters of a page's text that are read, of which real pages have fewer. */
const MOST_TEXT = 80_000
const LONGEST_LINE = 400
const MOST_CONTACTS = 100

/** Elements that don't start a line. */
const INLINE = new Set(
  'a abbr b bdi bdo cite code data em font i label mark q s small span strong sub sup time u'.split(' '),
)
const HIDDEN = new Set(['head', 'title'])
const FRAMES = new Set(['header', 'footer', 'address'])
/** What themes without those elements call them. */
const FRAME_NAMES = /^(?:(?:site|page|main|top)[-_]?)?(?:header|footer|topbar|top[-_]bar|masthead|colophon)$/i

function isFrame(element: Element): boolean {
  if (FRAMES.has(element.localName)) return true
  const names = `${element.id} ${element.getAttribute('class') ?? ''} ${element.getAttribute('data-elementor-type') ?? ''}`
  return (
    /^(?:banner|contentinfo)$/.test(element.getAttribute('role') ?? '') ||
    names.split(/\s+/).some((name) => FRAME_NAMES.test(name))
  )
}

/** Decodes an email address that Cloudflare hides from robots: each byte after the first one is combined with it. */
function withoutCloudflare(hidden: string): string {
  const [key = 0, ...bytes] = Buffer.from(hidden.slice(0, 600), 'hex')
  return Buffer.from(bytes.map((byte) => byte ^ key)).toString()
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export interface VisibleText {
  lines: Line[]
  /** The numbers of links to call. */
  phones: Line[]
  /** The addresses of links to mail. */
  emails: Line[]
}

/**
 * Returns the visible text of a page in lines, as its blocks divide it. Children of an element without text of its own
 * are lines, too, because menus and tables of hours are often made of them.
 */
export function visibleText(body: Element): VisibleText {
  const found: VisibleText = { lines: [], phones: [], emails: [] }
  let line = ''
  let length = 0

  const end = (inFrame: boolean) => {
    const text = inOneLine(line.slice(0, LONGEST_LINE))
    if (text !== '' && length < MOST_TEXT) found.lines.push({ text, isFrame: inFrame })
    length += text.length + 1
    line = ''
  }
  const onContact = (element: Element, inFrame: boolean) => {
    const [, scheme, value = ''] =
      /^\s*(tel|mailto|callto):([^?]*)/i.exec(element.getAttribute('href') ?? '') ?? []
    const hidden = element.getAttribute('data-cfemail')
    const isMail = scheme?.toLowerCase() === 'mailto'
    const list = isMail || hidden ? found.emails : found.phones
    const text = inOneLine(hidden ? withoutCloudflare(hidden) : decoded(value).slice(0, LONGEST_LINE))
    if (text !== '' && list.length < MOST_CONTACTS) list.push({ text, isFrame: inFrame })
  }
  const visit = (element: Element, around: boolean) => {
    const inFrame = around || isFrame(element)
    const children = [...element.childNodes]
    const hasText = children.some((child) => child.nodeType === 3 && /\S/.test(child.textContent ?? ''))
    onContact(element, inFrame)
    for (const child of children) {
      if (child.nodeType === 3) line += child.textContent ?? ''
      if (child.nodeType === 1) visitInner(child as Element, inFrame, hasText)
    }
  }
  const visitInner = (inner: Element, inFrame: boolean, isBesideText: boolean) => {
    if (HIDDEN.has(inner.localName)) return
    const isInLine = INLINE.has(inner.localName) && isBesideText
    if (!isInLine) end(inFrame)
    visit(inner, inFrame)
    if (!isInLine) end(inFrame || isFrame(inner))
  }
  visit(body, false)
  end(false)
  return found
}
