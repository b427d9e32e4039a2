import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, ROOT } from './files.ts'

/** A route of the console. */
export interface Route {
  /** The path, with `:name` for a parameter. */
  path: string
  /** Whether the page sends signed-out visitors to the sign-up screen. */
  isGuarded: boolean
}

const PAGES = 'src/pages'
const NOT_FOUND = '/404'

/** Matches the declaration of a page that signed-out visitors can open. */
const OPEN = /\bguarded=\{false\}/

/** Matches rewrites of paths with a parameter in `_redirects`. */
const REWRITE = /^(\/\S*:\S*)\s+(\/\S*)\s+200$/gm

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Returns the path of a page, such as `/leads` for `src/pages/leads/index.astro`. */
const pathOf = (file: string) => file.slice(PAGES.length).replace(/(\/index)?\.astro$/, '') || '/'

/**
 * Returns the routes of the console in alphabetical order: the pages in `src/pages`, and the paths with parameters that
 * `public/_redirects` rewrites to them. Omits the page for unknown addresses, and pages that only serve paths with
 * parameters.
 */
export function consoleRoutes(): Route[] {
  const pages = new Map(
    listFiles(PAGES).map((file) => [pathOf(file), { isGuarded: !OPEN.test(read(file)) }] as const),
  )
  const rewrites = [...read('public/_redirects').matchAll(REWRITE)].map(([, path = '', to = '']) => ({
    path,
    to,
  }))
  const hidden = rewrites.filter(({ path, to }) => !path.startsWith(`${to}/`)).map(({ to }) => to)
  const own = [...pages].filter(([path]) => path !== NOT_FOUND && !hidden.includes(path))
  const rewritten = rewrites.flatMap(({ path, to }) => {
    const page = pages.get(to)
    return page ? [[path, page] as const] : []
  })
  return [...own, ...rewritten]
    .map(([path, page]) => ({ path, ...page }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
