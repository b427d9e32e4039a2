import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer({ seed: 'none' })

const get = (path: string, headers: Record<string, string> = {}) =>
  server.app.widget.request(path, { headers })

describe('the widget host', () => {
  it('serves the chat page with a policy without inline scripts, to any site', async () => {
    for (const path of ['/chat.html?org_id=org_x', '/chat?org_id=org_x']) {
      const response = await get(path)
      const policy = response.headers.get('content-security-policy') ?? ''
      expect(response.status).toBe(200)
      expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
      expect(policy).toContain(`connect-src ${server.deps.config.origins.api}`)
      expect(policy).not.toContain('frame-ancestors')
      expect(response.headers.get('x-frame-options')).toBeNull()
      expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|\sstyle=|\son\w+=/)
    }
  })

  it('lets only the console frame the preview', async () => {
    const response = await get('/preview.html?org_id=org_x')
    expect(response.headers.get('content-security-policy')).toContain(
      `frame-ancestors 'self' ${server.deps.config.origins.console}`,
    )
    expect(await response.text()).toContain('data-organization-id="org_x"')
  })

  it("escapes the URL's parameters in the preview", async () => {
    const html = await (
      await get(`/preview.html?org_id=${encodeURIComponent('"><script>alert(1)</script>')}`)
    ).text()
    expect(html).not.toContain('<script>alert')
    expect(html).toContain('&quot;&gt;&lt;script&gt;')
  })

  it('shows an error if the preview names no organization', async () => {
    expect(await (await get('/preview.html')).text()).toContain('No organization is named in this address')
  })

  it('serves every imported module as plain JavaScript', async () => {
    const seen = new Set<string>()
    const waiting = ['/agent.js', '/assets/chat.js', '/assets/launcher.js', '/assets/preview.js']
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (seen.has(path)) continue
      seen.add(path)
      const response = await get(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      const source = await response.text()
      expect(source).not.toMatch(/\bfrom '[^']*\.ts'|^interface |__API_ORIGIN__'|^\s*\/[/*]/m)
      for (const [, name] of source.matchAll(/from '\.\/([\w-]+\.js)'/g)) waiting.push(`/assets/${name}`)
    }
    expect(seen.size).toBeGreaterThan(6)
  })

  it('serves one style sheet for the chat, with all its parts', async () => {
    const html = await (await get('/chat?org_id=x')).text()
    const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path]) => path)
    expect(sheets).toEqual(['/assets/chat.css'])
    const response = await get('/assets/chat.css')
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8')
    const css = await response.text()
    for (const rule of ['#composer {', '.bubble {', '#replies']) expect(css).toContain(rule)
  })

  it('keeps the embedded script and all that it imports under 6 kB', async () => {
    let sum = 0
    const waiting = ['/agent.js?organization-id=org_x', '/assets/launcher.js']
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      const response = await get(path, { 'Accept-Encoding': 'gzip, br' })
      expect(response.headers.get('content-encoding')).toBe('br')
      const bytes = Buffer.from(await response.arrayBuffer())
      const source = brotliDecompressSync(bytes)
      expect(source.length).toBeGreaterThan(bytes.length)
      sum += bytes.length
      for (const [, name] of String(source).matchAll(/from '\.\/([\w-]+\.js)'/g))
        waiting.push(`/assets/${name}`)
    }
    expect(sum).toBeGreaterThan(1_000)
    expect(sum).toBeLessThan(6_000)
  })

  it("inserts the organization of the script's address, and only an id", async () => {
    const source = async (query: string) => (await get(`/agent.js${query}`)).text()
    expect(await source('?organization-id=org_x')).toContain('"org_x"')
    expect(await source('?organization-id=org_y&ver=6.4')).toContain('"org_y"')
    const unnamed = await source('')
    for (const hostile of ['"-alert(1)-"', '</script>', "'", 'x'.repeat(101), 'ü'])
      expect(await source(`?organization-id=${encodeURIComponent(hostile)}`)).toBe(unnamed)
    expect(unnamed).toContain(JSON.stringify(server.deps.config.origins.widget))
    expect(unnamed).not.toContain('__')
  })

  it('serves files to any site, with revalidation', async () => {
    const first = await get('/agent.js')
    expect(first.headers.get('access-control-allow-origin')).toBe('*')
    expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const etag = first.headers.get('etag') ?? ''
    expect((await get('/agent.js', { 'If-None-Match': etag })).status).toBe(304)
    expect((await get('/assets/none.js')).status).toBe(404)
  })
})
