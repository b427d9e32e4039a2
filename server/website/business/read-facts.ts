import { parseJson } from '../../base/parse-json.ts'
import { brandProperties, colorsOf } from './colors.ts'
import { describedBusinesses, describedSites } from './described.ts'
import { inOneLine, type PageFacts, withoutWww } from './facts.ts'
import { microdataIn } from './microdata.ts'
import { serviceLists } from './service-lists.ts'
import { visibleText } from './visible.ts'

const MOST_SCRIPTS = 50
const MOST_BUSINESSES = 20
const LONGEST_TITLE = 300

/** What a page says in elements that are removed before its text is read. */
interface Hidden {
  data: unknown[]
  styles: string
}

/** Returns a page's JSON-LD data and style sheets. */
export function hiddenIn(document: Document): Hidden {
  const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')].slice(0, MOST_SCRIPTS)
  const styles = [...document.querySelectorAll('style')].map((style) => style.textContent)
  const ofRoots = [document.documentElement, document.querySelector('body')].map(
    (root) => `${root?.getAttribute('style') ?? ''};`,
  )
  return {
    data: scripts.map((script) => parseJson(script.textContent ?? '')),
    styles: [...styles, ...ofRoots].join('\n'),
  }
}

const metaOf = (document: Document, name: string) =>
  inOneLine(
    document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content'),
  ).slice(0, LONGEST_TITLE)

/** Returns the alternative text of the image that links to the start page. */
function logoOf(document: Document, page: URL): string {
  const links = [...document.querySelectorAll('a[href] img[alt]')].slice(0, 20)
  const image = links.find(
    (each) => URL.parse(each.closest('a')?.getAttribute('href') ?? '', page.href)?.pathname === '/',
  )
  return inOneLine(image?.getAttribute('alt')).slice(0, LONGEST_TITLE)
}

/** Returns what a page says about its business. `document` is without scripts and styles, which `hidden` contains. */
export function readFacts(document: Document, { data, styles }: Hidden, page: URL): PageFacts {
  const described = [...data, ...microdataIn(document)]
  const colors = [
    metaOf(document, 'theme-color'),
    ...brandProperties(styles),
    metaOf(document, 'msapplication-TileColor'),
  ]
  return {
    names: [
      metaOf(document, 'og:site_name'),
      metaOf(document, 'application-name'),
      ...describedSites(described),
    ].filter(Boolean),
    title: inOneLine(document.querySelector('title')?.textContent).slice(0, LONGEST_TITLE),
    logo: logoOf(document, page),
    businesses: describedBusinesses(described, withoutWww(page.host)).slice(0, MOST_BUSINESSES),
    ...visibleText(document.querySelector('body') ?? document.documentElement),
    colors: colorsOf(colors),
    services: serviceLists(document, page),
  }
}
