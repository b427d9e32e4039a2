import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Context } from 'hono'
import * as v from 'valibot'
import { type Bytes, type Encoding, encode, encodingFor } from '../../server/base/content-encoding.ts'
import { notFound } from './errors.ts'

const FILE_NAME = /^[\w@-][\w.@-]*\.js$/

const require = createRequire(import.meta.url)

interface Package {
  folder: string
  version: string
}

/** The packages' `dist` folders, derived from their exports. */
const FOLDERS: Record<string, () => string> = {
  'clerk-js': () => dirname(require.resolve('@clerk/clerk-js')),
  ui: () => join(dirname(require.resolve('@clerk/ui/package.json')), 'dist'),
}

async function locate(folder: string): Promise<Package> {
  const manifest = await readFile(join(folder, '..', 'package.json'), 'utf8')
  return { folder, ...v.parse(v.object({ version: v.string() }), JSON.parse(manifest)) }
}

/**
 * Serves Clerk's browser bundles from node_modules at the URL that Clerk's SDK uses behind a proxy. Compresses each one
 * once. Only the installed version is available, so browsers may cache it forever.
 */
export function createBundles() {
  const packages: Record<string, Promise<Package>> = {}
  const cache = new Map<string, Promise<Bytes>>()

  const cached = (file: string, encoding: Encoding) => {
    const key = `${encoding} ${file}`
    const known = cache.get(key)
    if (known) return known
    const packing = readFile(file).then((plain) => encode(new Uint8Array(plain), encoding))
    cache.set(key, packing)
    packing.catch(() => cache.delete(key))
    return packing
  }

  /** `name` is `clerk-js@version` or `ui@version`. `file` is a file in its `dist` folder. */
  return async (c: Context, name: string, file: string): Promise<Response> => {
    const [, short = '', version = ''] = /^([^@]+)@(.+)$/.exec(name) ?? []
    const folder = FOLDERS[short]
    if (!folder || !FILE_NAME.test(file)) throw notFound()
    packages[short] ??= locate(folder())
    const found = await packages[short]
    const exact = version === found.version
    if (!exact && !found.version.startsWith(`${version}.`)) throw notFound()
    const encoding = encodingFor(c)
    const body = await cached(join(found.folder, file), encoding).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound() : error
    })
    c.header('Content-Type', 'text/javascript; charset=utf-8')
    c.header('Cache-Control', exact ? 'public, max-age=31536000, immutable' : 'no-cache')
    c.header('Vary', 'Accept-Encoding')
    if (encoding !== 'identity') c.header('Content-Encoding', encoding)
    return c.body(body)
  }
}
