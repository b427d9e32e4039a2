import { distinct, inOneLine, type ServiceLists, withoutWww } from './facts.ts'

/** The last part of a path, or the label, of a page or a list of services. */
const OF_SERVICES = /(?:^|[-_ ])(?:services?|servicios?|what[-_ ]we[-_ ]do)(?:\.\w{2,5})?$/i
const MOST_LINKS = 500
const MOST_LABELS = 400
const MOST_LISTS = 10
const MOST_HEADINGS = 120
const MOST_IN_LIST = 40
const LONGEST_NAME = 60
const MOST_WORDS = 7
const FEWEST = 2
/** How many levels above a label or a heading its list or its group can be. */
const MOST_LEVELS = 4
const HEADINGS = 'h1, h2, h3, h4, h5, h6'

/** Returns the name that an element shows: its heading, or else its text; empty if it is too long or no name. */
function nameIn(element: Element): string {
  const text = inOneLine((element.querySelector(HEADINGS) ?? element).textContent)
    .replace(/^[^\p{L}\d(]+|[^\p{L}\d)!?.]+$/gu, '')
    .trim()
  const isName = text.length <= LONGEST_NAME && text.split(' ').length <= MOST_WORDS && /\p{L}{3}/u.test(text)
  return isName && !/[?!:@]$|@|https?:/.test(text) ? text : ''
}

const isLabel = (text: string) =>
  text.split(' ').length <= MOST_WORDS && OF_SERVICES.test(text.replace(/[^\p{L}]+$/u, ''))

/** Returns the address to which a link leads, without the parts that don't matter. */
function pathOf(link: Element, page: URL): string {
  const url = URL.parse(link.getAttribute('href') ?? '', page.href)
  return url && withoutWww(url.host) === withoutWww(page.host)
    ? url.pathname.replace(/\/(?:index\.\w+)?$/, '').toLowerCase()
    : ''
}

const partsOf = (path: string) => path.split('/').filter(Boolean)

/** Returns whether a path is below that of the services: `/services/lawn-care`. */
const isBelowServices = (path: string) =>
  partsOf(path)
    .slice(0, -1)
    .some((part) => OF_SERVICES.test(part))

/** Returns whether a path is that of a page of all services. */
const isOfServices = (path: string) => OF_SERVICES.test(partsOf(path).at(-1) ?? '')

/** Returns the name of each page below that of the services: the text that only its links have, or else its path. */
function linkedServices(links: readonly Element[], page: URL): ServiceLists['links'] {
  const names = new Map<string, string[]>()
  const paths = new Map<string, Set<string>>()
  for (const link of links) {
    const path = pathOf(link, page)
    if (!isBelowServices(path)) continue
    const name = nameIn(link)
    names.set(path, [...(names.get(path) ?? []), name])
    paths.set(name, (paths.get(name) ?? new Set()).add(path))
  }
  return [...names].map(([path, texts]) => {
    const own = texts.filter((text) => text !== '' && paths.get(text)?.size === 1)
    const name = own.find((text) => isLike(text, path)) ?? (names.size > 1 ? own[0] : undefined)
    return { path, name: name ?? slugName(path) }
  })
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []
const isLike = (name: string, path: string) => wordsOf(name).some((word) => path.includes(word))

/** Returns the name in the last part of a path: `Lawn Care` for `/services/lawn-care.html`. */
const slugName = (path: string) =>
  (partsOf(path).at(-1) ?? '')
    .replace(/\.\w{2,5}$/, '')
    .split(/[-_]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join(' ')
    .slice(0, LONGEST_NAME)

/** Returns the names in a list, without those of the page of all services. */
function namesIn(list: Element, page: URL): string[] {
  const items = [...list.querySelectorAll('li')].filter((item) => item.querySelector('ul, ol') === null)
  const headings = Object.values(
    Object.groupBy([...list.querySelectorAll(HEADINGS)], ({ localName }) => localName),
  )
  const [most = []] = headings.toSorted((a = [], b = []) => b.length - a.length)
  const kinds = [most, items, [...list.querySelectorAll('a')]]
  const entries = kinds.find(({ length }) => length >= FEWEST) ?? []
  return entries
    .slice(0, MOST_IN_LIST)
    .filter((entry) => {
      const link = entry.closest('a') ?? entry.querySelector('a')
      return !link || !isOfServices(pathOf(link, page))
    })
    .map(nameIn)
    .filter((name) => name !== '' && !(isLabel(name) && !name.includes(' ')))
}

/** Returns the list that follows a label, next to it or to an element around it. */
function listAfter(label: Element, page: URL): string[] {
  let from: Element | null = label
  for (let level = 0; from && level < MOST_LEVELS; level += 1) {
    const next: Element | null = from.nextElementSibling
    const list = next?.matches(HEADINGS) ? [] : next ? namesIn(next, page) : []
    if (list.length >= FEWEST) return list
    if (next && inOneLine(next.textContent) !== '' && level > 0) return []
    from = from.parentElement
  }
  return []
}

function labeledLists(document: Document, page: URL): string[][] {
  const labels = [...document.querySelectorAll(`${HEADINGS}, a, button, summary, p, span, strong, dt`)]
    .filter(
      (element) => element.children.length <= 2 && isLabel(inOneLine(element.textContent?.slice(0, 80))),
    )
    .slice(0, MOST_LABELS)
  return labels
    .map((label) => distinct(listAfter(label, page)))
    .filter((list) => list.length >= FEWEST)
    .slice(0, MOST_LISTS)
}

/** Returns the closest element around a heading that contains others of its kind. */
function groupOf(heading: Element): Element | null {
  let around = heading.parentElement
  for (let level = 0; around && level < MOST_LEVELS; level += 1) {
    if (around.querySelectorAll(heading.localName).length > 1) return around
    around = around.parentElement
  }
  return null
}

/** Headings of one kind around which is the same element. */
interface Group {
  names: string[]
  isOfServices: boolean
}

/**
 * Returns the headings of the same kind next to each other, and whether they are on the page or in the section of the
 * services.
 */
function headingGroups(document: Document, isServicesPage: boolean): Group[] {
  const groups = new Map<Element, Map<string, Group>>()
  let section: string | null = null
  for (const heading of [...document.querySelectorAll(HEADINGS)].slice(0, MOST_HEADINGS)) {
    const kind = heading.localName
    if (section !== null && kind <= section) section = null
    if (section === null && isLabel(inOneLine(heading.textContent)) && !(isServicesPage && kind > 'h2')) {
      section = kind
      continue
    }
    const around = groupOf(heading)
    if (!around) continue
    const kinds = groups.get(around) ?? new Map<string, Group>()
    const group = kinds.get(kind) ?? { names: [], isOfServices: section !== null || isServicesPage }
    group.names.push(nameIn(heading))
    kinds.set(kind, group)
    groups.set(around, kinds)
  }
  return [...groups.values()]
    .flatMap((kinds) => [...kinds.values()])
    .map((group) => ({ ...group, names: distinct(group.names.filter((name) => name !== '')) }))
    .filter(({ names }) => names.length >= FEWEST)
    .slice(0, MOST_LISTS)
}

/** Returns what a page's links, menus, and headings may name as services. */
export function serviceLists(document: Document, page: URL): ServiceLists {
  const links = [...document.querySelectorAll('a[href]')].slice(0, MOST_LINKS)
  const isServicesPage = isOfServices(page.pathname.replace(/\/(?:index\.\w+)?$/, ''))
  const groups = headingGroups(document, isServicesPage)
  return {
    links: linkedServices(links, page).slice(0, MOST_IN_LIST),
    labeled: labeledLists(document, page),
    headings: groups.flatMap(({ names, isOfServices }) => (isOfServices ? [names] : [])),
    others: groups.flatMap(({ names, isOfServices }) => (isOfServices ? [] : [names])),
  }
}
