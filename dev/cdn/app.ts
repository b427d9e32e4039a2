import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { encodingFor } from '../../server/base/content-encoding.ts'
import { isUnchanged } from '../../server/base/etag.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { createContentCache } from './content.ts'
import { findFile, isFile, statOf } from './files.ts'
import { readRules, type SiteRules } from './rules.ts'

const FINGERPRINTED = '/_astro/'
const CACHE_FOREVER = 'public, max-age=31536000, immutable'
const CACHE_BUT_ASK = 'public, max-age=0, must-revalidate'

const NOT_BUILT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Console not built yet</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1rem}</style>
<h1>The console is not built yet</h1>
<p>Run <code>npm run build</code>, or start everything with <code>npm start</code>, then reload this page.</p>
</html>
`

/** Returns a reader of the folder's rules that rereads them when they change on disk. */
function createRulesReader(folder: string): () => Promise<SiteRules> {
  let known: { version: string; rules: SiteRules } | null = null
  const read = (name: string) => {
    const path = join(folder, name)
    const found = statOf(path)
    return { version: found ? `${found.mtimeMs} ${found.size}` : '', path: found ? path : null }
  }
  return async () => {
    const redirects = read('_redirects')
    const headers = read('_headers')
    const version = `${redirects.version}/${headers.version}`
    if (known?.version !== version) {
      const text = async (path: string | null) => (path ? readFile(path, 'utf8') : '')
      known = { version, rules: readRules(await text(redirects.path), await text(headers.path)) }
    }
    return known.rules
  }
}

/** Returns the headers of a path from its rules, or else the CDN's own. */
function headersOf(path: string, rules: SiteRules, status: 200 | 404): Headers {
  const headers = new Headers()
  rules.applyHeaders(path, headers)
  // This server has no TLS, and its address is not the operator's domain.
  headers.delete('Strict-Transport-Security')
  if (!headers.has('Cache-Control')) {
    const isFingerprinted = status === 200 && path.startsWith(FINGERPRINTED)
    headers.set('Cache-Control', isFingerprinted ? CACHE_FOREVER : CACHE_BUT_ASK)
  }
  if (status === 404) headers.set('Cache-Control', CACHE_BUT_ASK)
  if (!headers.has('X-Content-Type-Options')) headers.set('X-Content-Type-Options', 'nosniff')
  return headers
}

/**
 * Serves the built console like a CDN: applies `_headers` and `_redirects`, one path per page, 404.html,
 * compression, ETags, and immutable fingerprinted files. Files take precedence over rewrites.
 */
export function createSite({ config }: Pick<Deps, 'config'>): Hono {
  const folder = config.distFolder
  const contentOf = createContentCache()
  const rulesOf = createRulesReader(folder)
  const site = new Hono()

  const send = async (c: Context, path: string, file: string, rules: SiteRules, status: 200 | 404) => {
    const content = await contentOf(file)
    const headers = headersOf(path, rules, status)
    if (content.isCompressible) headers.append('Vary', 'Accept-Encoding')
    const etag = `W/"${content.hash}"`
    headers.set('ETag', etag)
    if (status === 200 && isUnchanged(c, etag)) return new Response(null, { status: 304, headers })

    const encoding = content.isCompressible ? encodingFor(c) : 'identity'
    const body = await content.body(encoding)
    if (!headers.has('Content-Type')) headers.set('Content-Type', content.type)
    if (encoding !== 'identity') headers.set('Content-Encoding', encoding)
    headers.set('Content-Length', String(body.byteLength))
    return new Response(c.req.method === 'HEAD' ? null : body, { status, headers })
  }

  site.on(['GET', 'HEAD'], '*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const rules = await rulesOf()
    const found = findFile(folder, pathname)
    if (found && 'file' in found) return send(c, pathname, found.file, rules, 200)
    if (found) return c.redirect(found.canonical + search, 308)

    const rewrite = rules.rewrite(pathname)
    const target = rewrite === null ? null : findFile(folder, rewrite)
    if (target && 'file' in target) return send(c, pathname, target.file, rules, 200)
    const notFound = join(folder, '404.html')
    if (isFile(notFound)) return send(c, pathname, notFound, rules, 404)
    if (!isFile(join(folder, 'index.html'))) {
      return c.html(NOT_BUILT, 503, { 'Retry-After': '5', 'Cache-Control': 'no-store' })
    }
    return c.text('Not found', 404)
  })
  site.all('*', (c) => c.json({ message: 'Method not allowed' }, 405, { Allow: 'GET, HEAD' }))
  return site
}
