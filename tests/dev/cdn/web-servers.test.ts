import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/files.ts'
import { caddySite, nginxSite, type Site } from '../../../scripts/lib/web-server.ts'
import { eventually } from '../../support/eventually.ts'
import { freePorts } from '../../support/program.ts'

const POLICY = "default-src 'none'; script-src 'self' 'sha256-a+b/c='"
const page = (title: string) => `<!doctype html><title>${title}</title><p>${title.repeat(400)}</p>`

/** How to start each server on a site's configuration, in its own folder. */
const SERVERS = {
  nginx: {
    config: (site: Site, folder: string, secureSite: string) =>
      `daemon off; error_log stderr; pid ${folder}/nginx.pid; events {}\nhttp {\n  types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }\n  access_log off; ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}\n${nginxSite(site)}${secureSite}}\n`,
    command: (file: string) => ['-c', file],
    listen: (port: number) => `127.0.0.1:${port}`,
    secureSite: (over: (listen: string) => Site, port: number, folder: string) =>
      nginxSite(over(`127.0.0.1:${port} ssl`))
        .replace(/^(map|#).*\n/gm, '')
        .replace(
          'server {',
          `server {\n  ssl_certificate ${folder}/cert.pem;\n  ssl_certificate_key ${folder}/key.pem;`,
        ),
  },
  caddy: {
    config: (site: Site, _folder: string, secureSite: string) =>
      `{\n  admin off\n  auto_https off\n}\n${caddySite(site)}${secureSite}`,
    command: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
    listen: (port: number) => `http://127.0.0.1:${port}`,
    secureSite: (over: (listen: string) => Site, port: number, folder: string) =>
      caddySite(over(`https://127.0.0.1:${port}`)).replace(
        '{',
        `{\n  tls ${folder}/cert.pem ${folder}/key.pem`,
      ),
  },
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program])
    return true
  } catch {
    return false
  }
}

/** Writes a certificate for 127.0.0.1 and its key to a folder. */
function createCertificate(folder: string): void {
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...names, ...files], {
    stdio: 'ignore',
  })
}

/** A server of which only the API's origin is known: a live stream, and who asks. */
const streams = new Set<ServerResponse>()
const server = createServer((request, response) => {
  if (request.url === '/api/v1/live') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' })
    response.write('data: first\n\n')
    streams.add(response)
  } else {
    const { url, headers } = request
    response.writeHead(request.url === '/healthz' ? 200 : 401, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify({ url, host: headers.host, from: headers['x-forwarded-for'] }))
  }
})
let api = ''
/** Nothing listens there. */
const DEAD = '127.0.0.1:9'

let dist = ''
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  api = `127.0.0.1:${(server.address() as AddressInfo).port}`
  dist = await mkdtemp(join(tmpdir(), 'fieldhand-dist-'))
  // The web servers' own users read this folder.
  await chmod(dist, 0o755)
  await mkdir(join(dist, '_astro'))
  for (const name of ['index', 'leads', 'lead', '404'])
    await writeFile(join(dist, `${name}.html`), page(name))
  await writeFile(join(dist, '_astro', 'app.DYx1.js'), `export const words = '${'lawn '.repeat(2_000)}'\n`)
  await writeFile(join(dist, '_astro', 'app.DYx1.js.br'), brotliCompressSync('lawn'))
  await writeFile(join(dist, '_astro', 'app.DYx1.js.gz'), gzipSync('lawn'))
  await writeFile(join(dist, 'app.webmanifest'), '{}')
  await writeFile(join(dist, 'sw.js'), '//\n')
  await mkdir(join(dist, 'icons'))
  await writeFile(join(dist, 'icons', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await copyFile(join(ROOT, 'public', '_redirects'), join(dist, '_redirects'))
  const headers = await readFile(join(ROOT, 'public', '_headers'), 'utf8')
  await writeFile(
    join(dist, '_headers'),
    headers.replace('/*\n', `/*\n  Content-Security-Policy: ${POLICY}\n`),
  )
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(dist, { recursive: true, force: true })
})

describe.each(Object.entries(SERVERS))('%s', (name, { config, command, listen, secureSite }) => {
  let origin = ''
  let secure = ''
  let folder = ''
  let server: ChildProcess | null = null

  beforeAll(async () => {
    if (!isInstalled(name)) return
    folder = await mkdtemp(join(tmpdir(), `fieldhand-${name}-`))
    const [port = 0, securePort = 0] = await freePorts(2)
    secure = `https://127.0.0.1:${securePort}`
    createCertificate(folder)
    const site = {
      root: dist,
      listen: listen(port),
      headers: await readFile(join(dist, '_headers'), 'utf8'),
      redirects: await readFile(join(dist, '_redirects'), 'utf8'),
      apis: [DEAD, api],
    }
    const file = join(folder, 'config')
    const over = (listen: string) => ({ ...site, listen, apis: [] })
    await writeFile(file, config(site, folder, secureSite(over, securePort, folder)))
    server = spawn(name, command(file), {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: folder },
    })
    let said = ''
    server.stderr?.on('data', (chunk) => {
      said += chunk
    })
    origin = `http://127.0.0.1:${port}`
    const running = server
    await eventually(async () => {
      expect(running.exitCode, said).toBeNull()
      await fetch(origin)
    })
  })
  afterAll(async () => {
    if (server?.exitCode === null) {
      server.kill('SIGTERM')
      await once(server, 'exit')
    }
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(origin + path, { redirect: 'manual', headers })

  it('serves each page at its path, one page for every lead, and 404.html for unknown paths', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const cases: [string, number, string][] = [
      ['/', 200, 'index'],
      ['/leads', 200, 'leads'],
      ['/leads?status=new', 200, 'leads'],
      ['/leads/lead_1', 200, 'lead'],
      ['/nothing', 404, '404'],
      ['/leads/a/b', 404, '404'],
      ['/_astro/gone.js', 404, '404'],
    ]
    for (const [path, status, title] of cases) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, status])
      expect(await answer.text()).toContain(`<title>${title}</title>`)
      expect(answer.headers.get('content-type')).toContain('text/html')
    }
    expect((await get('/favicon.ico')).status).toBe(200)
  })

  it('sends the headers of `_headers`, and no policies with scripts and styles', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const { headers: ofScript } = await get('/_astro/app.DYx1.js')
    expect(ofScript.get('x-content-type-options')).toBe('nosniff')
    expect(ofScript.get('content-security-policy')).toBeNull()
    expect(ofScript.get('permissions-policy')).toBeNull()
    for (const path of ['/', '/leads', '/leads/lead_1', '/nothing', '/sw.js']) {
      const { headers } = await get(path)
      expect([path, headers.get('content-security-policy')]).toEqual([path, POLICY])
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('permissions-policy')).toContain('payment=(self "https://js.stripe.com")')
    }
  })

  it('sends Strict-Transport-Security over HTTPS only, and not with scripts', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    expect((await get('/')).headers.get('strict-transport-security')).toBeNull()
    const hstsOf = (path: string) =>
      new Promise((resolve, reject) => {
        request(`${secure}${path}`, { rejectUnauthorized: false }, (answer) => {
          answer.resume()
          resolve(answer.headers['strict-transport-security'])
        })
          .on('error', reject)
          .end()
      })
    expect(await hstsOf('/')).toBe('max-age=31536000')
    expect(await hstsOf('/leads/lead_1')).toBe('max-age=31536000')
    expect(await hstsOf('/_astro/app.DYx1.js')).toBeUndefined()
  })

  it('makes fingerprinted files immutable and revalidates pages and the service worker', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const cacheOf = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await cacheOf('/_astro/app.DYx1.js')).toBe('public, max-age=31536000, immutable')
    expect(await cacheOf('/leads')).toBe('public, max-age=0, must-revalidate')
    expect(await cacheOf('/leads/lead_1')).toBe('public, max-age=0, must-revalidate')
    expect(await cacheOf('/sw.js')).toBe('no-cache')
  })

  it('passes the API on to a server that is up, with the visitor, not whom the visitor names', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    for (let count = 0; count < 4; count += 1) {
      const answer = await get('/api/v1/leads?page=2', { 'X-Forwarded-For': '10.9.9.9' })
      expect(answer.status).toBe(401)
      expect(await answer.json()).toEqual({
        url: '/api/v1/leads?page=2',
        host: new URL(origin).host,
        from: '127.0.0.1',
      })
      expect(answer.headers.get('content-security-policy')).toBeNull()
    }
    expect((await get('/api.html')).status).toBe(404)
  })

  it('passes live events on while the stream is open', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const answer = await get('/api/v1/live', { 'Accept-Encoding': 'gzip, br' })
    const events = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await events?.read())?.value).toBe('data: first\n\n')
    for (const stream of streams) stream.write('data: second\n\n')
    expect((await events?.read())?.value).toBe('data: second\n\n')
    for (const stream of streams) stream.end()
    expect((await events?.read())?.done).toBe(true)
    streams.clear()
  })

  it('names the type of the manifest', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const { status, headers } = await get('/app.webmanifest')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/manifest+json'])
    expect(headers.get('content-security-policy')).toBe(POLICY)
  })

  it('compresses', async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    const answer = await get('/leads', { 'Accept-Encoding': 'gzip' })
    expect(answer.headers.get('content-encoding')).toBe('gzip')
  })

  it("sends the build's compressed files", async (test) => {
    if (!server) return test.skip(`${name} is not installed: apt-get install ${name}`)
    // Without a module, nginx sends no Brotli.
    const answer = await get('/_astro/app.DYx1.js', { 'Accept-Encoding': 'gzip, br' })
    expect(answer.headers.get('content-encoding')).toBe(name === 'nginx' ? 'gzip' : 'br')
    expect(await answer.text()).toBe('lawn')
  })
})
