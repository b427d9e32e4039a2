import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSite } from '../../../dev/cdn/app.ts'
import { readRules } from '../../../dev/cdn/rules.ts'
import { ROOT } from '../../../scripts/lib/files.ts'
import { readConfig } from '../../../server/app/config.ts'

const SCRIPT = `export const words = '${'lawn '.repeat(2_000)}'\n`
let root = ''
let dist = ''
let site: Hono

const siteOf = (distFolder: string) => createSite({ config: { ...readConfig({}), distFolder } })
const page = (title: string) => `<!doctype html><title>${title}</title><p>${title.repeat(200)}</p>`

async function put(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(dist, path)), { recursive: true })
  await writeFile(join(dist, path), content)
}

const get = (path: string, headers: Record<string, string> = {}) =>
  site.fetch(new Request(new URL(path, 'http://localhost:3000'), { headers }))
const titleAt = async (path: string) =>
  /<title>(.*?)<\/title>/.exec(await (await get(path)).text())?.[1] ?? null
/** Sends a request with a path that `URL` would normalize. */
const getRaw = (path: string) => {
  const request = new Request('http://localhost:3000/')
  Object.defineProperty(request, 'url', { value: `http://localhost:3000${path}` })
  return site.fetch(request)
}

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'fieldhand-site-'))
  dist = join(root, 'dist')
  await put('index.html', page('Home'))
  await put('leads.html', page('Leads'))
  await put('lead.html', page('Lead'))
  await put('leads/sample.html', page('Sample'))
  await put('help/index.html', page('Help'))
  await put('404.html', page('Missing'))
  await put('_astro/app.DYx1.js', SCRIPT)
  await put('_astro/app.DYx1.css', 'body{}')
  await put('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await put('logo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]))
  await put('site.webmanifest', '{}')
  await put('grüße 1.txt', 'Grüße')
  await put('.env', 'SECRET=1')
  await put('.well-known/security.txt', 'Contact: mailto:x@example.com')
  await put('hidden/.git/config', 'secret')
  await writeFile(join(root, 'outside.txt'), 'secret')
  await put(
    '_headers',
    [
      '# all',
      '/*',
      '  X-Frame-Options: DENY',
      '',
      '/_astro/*',
      '  X-Kind: asset',
      '  ! X-Frame-Options',
    ].join('\n'),
  )
  await put(
    '_redirects',
    [
      '# comment',
      '/leads/:leadId  /lead  200',
      '/moved  /leads  301',
      '/proxy/*  https://example.com/:splat  200',
      'nonsense',
    ].join('\n'),
  )
  site = siteOf(dist)
})

afterAll(() => rm(root, { recursive: true, force: true }))

describe('pages', () => {
  it('have one path each, without .html, /index, or a trailing slash', async () => {
    expect(await titleAt('/')).toBe('Home')
    expect(await titleAt('/leads')).toBe('Leads')
    expect(await titleAt('/help')).toBe('Help')
    const moved = {
      '/index.html': '/',
      '/leads.html?a=1': '/leads?a=1',
      '/leads/?a=1': '/leads?a=1',
      '/help/': '/help',
      '/help/index.html': '/help',
      '//leads': '/leads',
      '/leads//sample': '/leads/sample',
    }
    for (const [from, to] of Object.entries(moved)) {
      const answer = await getRaw(from)
      expect([from, answer.status, answer.headers.get('location')]).toEqual([from, 308, to])
    }
  })

  it('never redirect to another site', async () => {
    for (const path of ['//example.com', '//example.com/', '//example.com/leads', '/\\example.com']) {
      const answer = await getRaw(path)
      const target = answer.headers.get('location')
      if (target !== null) expect(new URL(target, 'http://localhost:3000').host).toBe('localhost:3000')
    }
  })

  it('that are missing show 404.html with status 404', async () => {
    for (const path of ['/nothing', '/leads/a/b', '/_astro/gone.js', '/sign-up.php']) {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      expect(await answer.text()).toContain('<title>Missing</title>')
    }
  })
})

describe('_redirects', () => {
  it('rewrites with status 200, and files take precedence', async () => {
    expect(await titleAt('/leads/lead_123')).toBe('Lead')
    expect(await titleAt('/leads/lead_123/')).toBe('Lead')
    expect(await titleAt('/leads/%D7%90?tab=1')).toBe('Lead')
    expect(await titleAt('/leads/sample')).toBe('Sample')
  })

  it('skips other lines', async () => {
    expect((await get('/proxy/x')).status).toBe(404)
    expect((await get('/moved')).status).toBe(404)
  })
})

describe('_headers', () => {
  it('never sends Strict-Transport-Security, because the server has no TLS', async () => {
    const own = createSite({ config: { ...readConfig({}), distFolder: join(ROOT, 'public') } })
    const { headers } = await own.fetch(new Request('http://localhost:3000/app.webmanifest'))
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('strict-transport-security')).toBeNull()
  })

  it('applies matching headers, joins repeated ones, and removes detached ones', async () => {
    expect((await get('/leads')).headers.get('x-frame-options')).toBe('DENY')
    expect((await get('/leads/lead_1')).headers.get('x-frame-options')).toBe('DENY')
    const asset = await get('/_astro/app.DYx1.js')
    expect(asset.headers.get('x-kind')).toBe('asset')
    expect(asset.headers.get('x-frame-options')).toBeNull()

    const headers = new Headers()
    readRules('', '/*\n  Link: <a>\n/b/:id\n  Link: <b>').applyHeaders('/b/1', headers)
    expect(headers.get('link')).toBe('<a>, <b>')
  })

  it('is read again when it changes', async () => {
    const other = join(root, 'changing')
    await mkdir(other)
    await writeFile(join(other, 'index.html'), page('Home'))
    const changing = siteOf(other)
    const header = async () => (await changing.request('/')).headers.get('x-new')
    expect(await header()).toBeNull()
    await writeFile(join(other, '_headers'), '/*\n  X-New: yes')
    expect(await header()).toBe('yes')
  })
})

describe('files', () => {
  it('have their exact content type', async () => {
    const types = {
      '/': 'text/html; charset=utf-8',
      '/_astro/app.DYx1.js': 'text/javascript; charset=utf-8',
      '/_astro/app.DYx1.css': 'text/css; charset=utf-8',
      '/favicon.svg': 'image/svg+xml; charset=utf-8',
      '/logo.png': 'image/png',
      '/site.webmanifest': 'application/manifest+json; charset=utf-8',
      '/gr%C3%BC%C3%9Fe%201.txt': 'text/plain; charset=utf-8',
    }
    for (const [path, type] of Object.entries(types)) {
      const answer = await get(path)
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  it('are immutable if fingerprinted and revalidated otherwise', async () => {
    expect((await get('/_astro/app.DYx1.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/leads')).headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
  })

  it("are compressed for the browser's encodings", async () => {
    const path = '/_astro/app.DYx1.js'
    const of = async (accepted: string) => {
      const answer = await get(path, { 'Accept-Encoding': accepted })
      expect(answer.headers.get('vary')).toBe('Accept-Encoding')
      const bytes = Buffer.from(await answer.arrayBuffer())
      expect(answer.headers.get('content-length')).toBe(String(bytes.length))
      return { encoding: answer.headers.get('content-encoding'), bytes }
    }
    const brotli = await of('gzip, deflate, br, zstd')
    expect(brotli.encoding).toBe('br')
    expect(brotliDecompressSync(brotli.bytes).toString()).toBe(SCRIPT)
    const gzip = await of('gzip, br;q=0')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.bytes).toString()).toBe(SCRIPT)
    expect((await of('identity')).encoding).toBeNull()
    expect((await of('br;q=0.1, gzip;q=0.9')).encoding).toBe('gzip')
    const image = await get('/logo.png', { 'Accept-Encoding': 'br' })
    expect([image.headers.get('content-encoding'), image.headers.get('vary')]).toEqual([null, null])
  })

  it("are the build's compressed files, unless they are older", async () => {
    const folder = join(root, 'packed')
    await mkdir(folder)
    const packed = siteOf(folder)
    const body = async () => {
      const answer = await packed.request('/app.js', { headers: { 'Accept-Encoding': 'br' } })
      return brotliDecompressSync(Buffer.from(await answer.arrayBuffer())).toString()
    }
    await writeFile(join(folder, 'app.js'), SCRIPT)
    await writeFile(join(folder, 'app.js.br'), brotliCompressSync('packed by the build'))
    expect(await body()).toBe('packed by the build')
    await writeFile(join(folder, 'app.js'), `${SCRIPT}\n`)
    await utimes(join(folder, 'app.js.br'), 0, 0)
    expect(await body()).toBe(`${SCRIPT}\n`)
  })

  it('are not resent if unchanged, in any encoding', async () => {
    const etag = (await get('/leads', { 'Accept-Encoding': 'br' })).headers.get('etag') ?? ''
    for (const known of [etag, `"other", ${etag}`, '*', etag.replace('W/', '')]) {
      const answer = await get('/leads', { 'If-None-Match': known, 'Accept-Encoding': 'gzip' })
      expect([answer.status, answer.body, answer.headers.get('etag')]).toEqual([304, null, etag])
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
    }
    expect((await get('/leads', { 'If-None-Match': '"other"' })).status).toBe(200)
    expect((await get('/nothing', { 'If-None-Match': '*' })).status).toBe(404)
  })

  it('are read again when they change', async () => {
    await put('changing.html', page('Before'))
    const before = (await get('/changing')).headers.get('etag')
    await put('changing.html', page('After!'))
    await utimes(join(dist, 'changing.html'), new Date(), new Date(Date.now() + 5_000))
    expect(await titleAt('/changing')).toBe('After!')
    expect((await get('/changing')).headers.get('etag')).not.toBe(before)
  })

  it('support HEAD and refuse other methods', async () => {
    const head = await site.request('/leads', { method: 'HEAD', headers: { 'Accept-Encoding': 'br' } })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(20)
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await site.request('/leads', { method })
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD'])
    }
  })
})

describe('no other file is served', () => {
  it.each([
    '/../outside.txt',
    '/..%2foutside.txt',
    '/%2e%2e/outside.txt',
    '/%2e%2e%2foutside.txt',
    '/help/..%2f..%2foutside.txt',
    '/..%5coutside.txt',
    '/%00',
    '/leads%00.html',
    '/%E0%A4%A',
    '/.env',
    '/%2eenv',
    '/hidden/.git/config',
    '/_headers',
    '/_redirects',
    '/%5fheaders',
    '/leads/',
  ])('%s', async (path) => {
    const answer = await getRaw(path)
    const body = await answer.text()
    expect(body).not.toMatch(/secret|X-Kind|:splat/i)
    if (path !== '/leads/') expect(answer.status).toBe(404)
  })

  it('but files in .well-known are served', async () => {
    expect((await get('/.well-known/security.txt')).status).toBe(200)
  })

  it('a symbolic link cannot leave the folder', async () => {
    await symlink(join(root, 'outside.txt'), join(dist, 'link.txt'))
    expect((await get('/link.txt')).status).toBe(404)
  })
})

describe('a console that is not built', () => {
  it('is reported on every path, and the console appears once it is built', async () => {
    const folder = join(root, 'later')
    const later = siteOf(folder)
    for (const path of ['/', '/leads']) {
      const answer = await later.request(path)
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('5')
      expect(await answer.text()).toContain('npm run build')
    }
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), page('Built'))
    expect((await later.request('/')).status).toBe(200)
    expect((await later.request('/leads')).status).toBe(404)
  })
})
