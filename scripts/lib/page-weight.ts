import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/** What one page of the export transfers, in bytes after brotli, without third parties. */
export interface PageWeight {
  html: number
  css: number
  js: number
  /** The document, its style sheets and its scripts. */
  requests: number
}

const MODULE_ATTRIBUTE =
  /(?:<script\b[^>]*?\bsrc|\b(?:component|renderer|before-hydration)-url|<link\b[^>]*?\brel="modulepreload"[^>]*?\bhref)="([^"]+\.js)"/g
const STYLE_SHEET = /<link\b(?=[^>]*?\brel="stylesheet")[^>]*?\bhref="([^"]+\.css)"/g
const INLINE_MODULE = /<script\b(?=[^>]*?\btype="module")(?![^>]*?\bsrc=)[^>]*>([\s\S]*?)<\/script>/g
const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*["']([^"']+\.js)["']/g

/** Brotli as a CDN stores it, at the highest quality. */
export function brotliSize(content: Buffer | string): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

function all(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => (found ? [found] : []))
}

/** Paths inside the export of a page's scripts, islands and everything that these import statically. */
export function scriptClosure(html: string, read: (path: string) => string): Set<string> {
  const inline = all(html, INLINE_MODULE).flatMap((code) => all(code, STATIC_IMPORT))
  const waiting = [...all(html, MODULE_ATTRIBUTE), ...inline].filter(
    (url) => url.startsWith('/') && !isElsewhere(url),
  )
  const closure = new Set<string>()
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    if (closure.has(path)) continue
    closure.add(path)
    const folder = posix.dirname(path)
    waiting.push(...all(read(path), STATIC_IMPORT).map((target) => posix.resolve(folder, target)))
  }
  return closure
}

/** Clerk's bundles come from its own host or the companion, not from the export. */
function isElsewhere(url: string): boolean {
  return url.startsWith('//') || url.startsWith('/__clerk/')
}

/** Weighs one HTML file of the export in `folder`. */
export function weighPage(folder: string, file: string): PageWeight {
  const read = (path: string) => readFileSync(join(folder, path), 'utf8')
  const size = (path: string) => brotliSize(readFileSync(join(folder, path)))
  const html = read(file)
  const styles = new Set(all(html, STYLE_SHEET).filter((url) => url.startsWith('/')))
  const scripts = scriptClosure(html, read)
  const total = (paths: Set<string>) => [...paths].reduce((bytes, path) => bytes + size(path), 0)
  return {
    html: brotliSize(html),
    css: total(styles),
    js: total(scripts),
    requests: 1 + styles.size + scripts.size,
  }
}
