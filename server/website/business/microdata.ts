import { inOneLine } from './facts.ts'

type Data = Record<string, unknown>

const MOST_ITEMS = 200
const MOST_PROPERTIES = 2_000

/** Returns the value of a property, as schema.org's microdata writes it. */
function textOf(element: Element): string {
  const written = element.getAttribute('content') ?? element.getAttribute('datetime')
  // The text of a link to call is the number.
  return inOneLine((written || element.textContent?.trim() || element.getAttribute('href'))?.slice(0, 1_000))
}

/** Returns the schema.org items of a page's microdata in the form of JSON-LD. */
export function microdataIn(document: Document): unknown[] {
  const items = [...document.querySelectorAll('[itemscope]')].slice(0, MOST_ITEMS)
  const dataOf = new Map<Element, Data>(
    items.map((item) => [item, { '@type': item.getAttribute('itemtype')?.split(/\s+/) ?? [] }]),
  )
  for (const element of [...document.querySelectorAll('[itemprop]')].slice(0, MOST_PROPERTIES)) {
    const owner = element.parentElement?.closest('[itemscope]')
    const data = owner && dataOf.get(owner)
    if (!data) continue
    const value = dataOf.get(element) ?? textOf(element)
    for (const name of element.getAttribute('itemprop')?.split(/\s+/) ?? []) {
      const before = data[name]
      data[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
    }
  }
  return items.filter((item) => !item.hasAttribute('itemprop')).map((item) => dataOf.get(item))
}
