import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../../server/net/public-address.ts'
import { safeFetch } from '../../../server/net/safe-fetch.ts'
import { readPage } from '../../../server/website/extract.ts'
import { readWebsite } from '../../../server/website/read-website.ts'
import { readRobots } from '../../../server/website/robots.ts'

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void)

let site: Record<string, Page> = {}
let requested: string[] = []
const server = createServer((request, response) => {
  const path = request.url ?? ''
  requested.push(path)
  const page = site[path]
  if (typeof page === 'function') return page(request, response)
  if (page === undefined) return response.writeHead(404).end()
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(page)
})
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const origin = `http://127.0.0.1:${port}`
/** Allows only the test's own server. */
const isPrivate = (address: string) => address !== '127.0.0.1' && isPrivateAddress(address)
const ORG = 'org_green'
const read = (path = '/') => readWebsite(`${origin}${path}`, { organizationId: ORG, isPrivate })
const redirect =
  (to: string): Page =>
  (_, response) =>
    response.writeHead(302, { Location: to }).end()

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(() => {
  site = {}
  requested = []
})

const DATA = JSON.stringify({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'FAQPage',
      mainEntity: [
        {
          '@type': 'Question',
          name: 'Are you insured?',
          acceptedAnswer: { text: '<p>Yes, <b>fully</b>.</p>' },
        },
      ],
    },
  ],
})

const WORDS = 'We mow lawns, trim trees, and plant gardens. '

describe('a hostile page', () => {
  it.each([
    ['thousands of questions', '<h2>Is it?</h2>'.repeat(12_000)],
    [
      'thousands of answers',
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'Question', name: 'Is it?', acceptedAnswer: { text: 'Yes' } })}</script>`.repeat(
        8_000,
      ),
    ],
    ['headings in an attribute', `<p>${WORDS.repeat(50)}<img alt="${'<h1 '.repeat(200_000)}"></p>`],
  ])('with %s is read in linear time', (_, html) => {
    expect(readPage(`<title>Green</title>${html}`, `${origin}/`).title).toBe('Green')
  })

  it.each([
    ['nested elements', '<div>'.repeat(200_000)],
    ['elements that are not closed', '<p>a<b>'.repeat(100_000)],
    ['short chains of elements', `${'<div>'.repeat(400)}a${'</div>'.repeat(400)}`.repeat(200)],
  ])('with many %s is read up to its limit, and stops nobody', async (_, html) => {
    site['/'] = `<a href="/services">Services</a>${html}`
    site['/services'] = '<h2>Why?</h2><p>Because.</p>'
    expect((await read()).pages).toEqual([`${origin}/`, `${origin}/services`])
  })

  it('can have a robots.txt of spaces', () => {
    expect(readRobots(`a:${' '.repeat(60_000)}#\r`)('/')).toBe(true)
  })
})

describe('a website', () => {
  it('is read for its FAQ markup and its services, with their sources', async () => {
    site['/'] =
      '<title>Green</title><a href="/faq">FAQ</a> <a href="/services#top">Services</a> <a href="/blog">Blog</a>'
    site['/faq'] = `<script type="application/ld+json">${DATA}</script>
      <details><summary>How often do you mow?</summary><p>Every week.</p></details>
      <h3>Do you haul clippings away?</h3><p>Yes,</p><p>at no charge.</p><h3>Contact</h3><p>Call us.</p>
      <div><div><h3><button>Do I need to be home?</button></h3></div><div>No.</div></div>
      <dl><dt>Which areas do you serve?</dt><dd>Columbus.</dd><dt>Open?</dt></dl>
      <h3>Are you insured?</h3><p>Another answer.</p>`
    site['/services'] =
      `<title>Our services</title><article><h1>Services</h1>${'<p>We mow lawns, trim trees, and plant gardens for families in and around Columbus, every week of the season.</p>'.repeat(20)}</article>`
    const { pages, faqs, services } = await read()
    expect(pages).toEqual([`${origin}/`, `${origin}/faq`, `${origin}/services`])
    const source = `${origin}/faq`
    expect(faqs).toEqual([
      { question: 'Are you insured?', answer: 'Yes, fully.', source },
      { question: 'How often do you mow?', answer: 'Every week.', source },
      { question: 'Do you haul clippings away?', answer: 'Yes, at no charge.', source },
      { question: 'Do I need to be home?', answer: 'No.', source },
      { question: 'Which areas do you serve?', answer: 'Columbus.', source },
    ])
    expect(services?.source).toBe(`${origin}/services`)
    expect(services?.text).toMatch(/^We mow lawns, trim trees.+ season\. We mow.+\.$/)
    expect(services?.text.length).toBeLessThanOrEqual(1_200)
  })

  it('is read as its robots.txt allows', async () => {
    site['/robots.txt'] = 'User-agent: *\nDisallow: /private\n'
    site['/'] = '<a href="/private/faq">FAQ</a><a href="/faq">FAQ</a>'
    site['/faq'] = '<h2>Why?</h2><p>Because.</p>'
    expect((await read()).pages).toEqual([`${origin}/`, `${origin}/faq`])
    expect(requested).not.toContain('/private/faq')
    await expect(read('/private/faq')).rejects.toThrow('does not allow this page to be read')
  })

  it('can have paths that begin with two slashes', async () => {
    site['/'] = '<a href="/.//faq">FAQ</a>'
    site['//faq'] = '<h2>Why?</h2><p>Because.</p>'
    expect((await read()).pages).toEqual([`${origin}/`, `${origin}//faq`])
  })

  it('is not read while its robots.txt fails', async () => {
    site['/robots.txt'] = (_, response) => response.writeHead(503).end()
    site['/'] = '<h2>Why?</h2><p>Because.</p>'
    await expect(read()).rejects.toThrow('does not allow')
  })

  it('is read in at most ten pages of its own host', async () => {
    const links = Array.from({ length: 30 }, (_, index) => `<a href="/faq-${index}">FAQ</a>`).join('')
    site['/'] = `${links}<a href="https://elsewhere.test/faq">FAQ</a><a href="mailto:a@b.test">faq</a>`
    for (let index = 0; index < 30; index++) site[`/faq-${index}`] = '<p>Nothing</p>'
    expect((await read()).pages).toHaveLength(10)
  })

  it.each([
    ['broken HTML', '<html><body><div><h2>Why?<p>Because <b>so', 200],
    ['an empty page', '', 200],
  ])('can have %s', async (_, html) => {
    site['/'] = html
    expect((await read()).pages).toHaveLength(1)
  })

  it('can have unreadable data beside good pages', async () => {
    site['/'] =
      '<a href="/faq">FAQ</a><a href="/faq.pdf">FAQ</a><a href="/faq-file">FAQ</a><a href="/faq-gone">FAQ</a>'
    site['/faq'] = '<script type="application/ld+json">{"@type":</script><h2>Why?</h2><p>Because.</p>'
    site['/faq-file'] = (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end('\0\0')
    const { faqs, pages } = await read()
    expect(faqs).toMatchObject([{ question: 'Why?', answer: 'Because.' }])
    expect(pages).toEqual([`${origin}/`, `${origin}/faq`])
  })

  it('must be a web page that exists', async () => {
    site['/file'] = (_, response) => response.writeHead(200, { 'Content-Type': 'image/png' }).end('x')
    await expect(read('/file')).rejects.toThrow('has no web page at this address')
    await expect(read('/nothing')).rejects.toThrow('returned HTTP 404')
  })
})

describe('an untrusted address', () => {
  const fetchPage = (address: string, more = {}) =>
    safeFetch(new URL(address), { mostBytes: 1_000_000, timeoutMs: 5_000, isPrivate, ...more })

  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://10.0.0.8/',
    'http://169.254.169.254/latest/meta-data',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[64:ff9b::7f00:1]/',
  ])('of this machine or its network is refused: %s', async (address) => {
    await expect(readWebsite(address, { organizationId: ORG })).rejects.toThrow(
      'is not on the public internet',
    )
  })

  it.each([
    'ftp://example.test/',
    'file:///etc/passwd',
    'http://user:secret@example.test/',
    'example.test:8080',
    'a.:',
  ])('that is no plain web address is refused: %s', async (address) => {
    await expect(readWebsite(address, { organizationId: ORG })).rejects.toThrow(
      'must begin with https:// or http://',
    )
  })

  it('is checked again after each redirect', async () => {
    site['/'] = redirect('http://127.0.0.2:1/secret')
    await expect(fetchPage(`${origin}/`)).rejects.toThrow('127.0.0.2:1 is not on the public internet')
    site['/'] = redirect('file:///etc/passwd')
    await expect(fetchPage(`${origin}/`)).rejects.toThrow('must begin with')
  })

  it('redirects at most three times', async () => {
    for (let index = 0; index < 4; index++) site[`/${index}`] = redirect(`/${index + 1}`)
    site['/4'] = 'Here'
    expect((await fetchPage(`${origin}/1`)).text).toBe('Here')
    await expect(fetchPage(`${origin}/0`)).rejects.toThrow('redirects too often')
  })

  it('sends only the first bytes of a long page', async () => {
    let sent = 0
    site['/'] = (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' })
      const part = 'x'.repeat(65_536)
      const more = () => {
        while (sent < 20_000_000 && !response.destroyed) {
          sent += part.length
          if (!response.write(part)) return response.once('drain', more)
        }
        response.end()
        return response
      }
      more()
    }
    const { text } = await fetchPage(`${origin}/`)
    expect(text).toHaveLength(1_000_000)
    expect(sent).toBeLessThan(20_000_000)
  })

  it('does not keep the reader waiting', async () => {
    site['/'] = (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>')
    await expect(fetchPage(`${origin}/`, { timeoutMs: 50 })).rejects.toThrow('stopped answering')
    site['/'] = () => {}
    await expect(fetchPage(`${origin}/`, { timeoutMs: 50 })).rejects.toThrow('does not answer in time')
  })
})

describe('robots.txt', () => {
  it.each([
    ['', '/a', true],
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: *\nDisallow:', '/a', true],
    ['User-agent: *\nDisallow: /\nAllow: /faq', '/faq', true],
    ['User-agent: other\nDisallow: /', '/a', true],
    ['User-agent: *\nDisallow: /\n\nUser-agent: Fieldhand\nDisallow: /x', '/a', true],
    ['User-agent: a\nUser-agent: *\nDisallow: /*.php$ # no scripts', '/a.php', false],
    ['User-agent: *\nDisallow: /*.php$', '/a.php?x', true],
  ])('%j: %s %s', (text, path, expected) => expect(readRobots(text)(path)).toBe(expected))
})
