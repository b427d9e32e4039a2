import { createServer, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isPrivateAddress } from '../../../server/net/public-address.ts'
import { checkWebsite } from '../../../server/website/check-website.ts'
import { embedSnippet } from '../../../src/domain/settings/embed-snippet.ts'

let html = ''
let headers: OutgoingHttpHeaders = {}
let status = 200
const server = createServer((_, response) =>
  response.writeHead(status, { 'Content-Type': 'text/html', ...headers }).end(html),
)
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address() as AddressInfo
const address = `http://127.0.0.1:${port}/`

const WIDGET = 'https://widget.example.com'
const API = 'https://api.example.com'
const profile = { business_name: 'Green Acres', button_text: null, closed_button_text: null }
const SNIPPET = embedSnippet({ widgetUrl: WIDGET, profile, organizationId: 'org_green' })
const POLICY = "default-src 'self'; script-src 'self'"
const NEEDED = [`script-src ${WIDGET}`, `frame-src ${WIDGET}`, `connect-src ${API}`]

const check = (allowed: string[] = []) =>
  checkWebsite(address, {
    organizationId: 'org_green',
    widget: WIDGET,
    api: API,
    allowed,
    whose: async (name) => (name === 'org_green' ? 'this' : name === 'org_blue' ? 'other' : 'unknown'),
    isPrivate: (ip) => ip !== '127.0.0.1' && isPrivateAddress(ip),
  })

beforeEach(() => {
  html = `<!doctype html><meta name="viewport" content="width=device-width"><title>Green</title><body><p>Mowing</p>${SNIPPET}</body>`
  headers = {}
  status = 200
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('the embed code', () => {
  it('is found once, and opens the chat of this organization', async () => {
    expect(await check()).toEqual({
      url: address,
      snippets: [
        {
          organization: 'this',
          host: 'widget.example.com',
          is_from_here: true,
          is_active: true,
          held_by: null,
        },
      ],
      misplaced: null,
      has_tag_manager: false,
      has_viewport: true,
      blocked: [],
      is_allowed: true,
    })
  })

  it.each([
    ['another organization', SNIPPET.replaceAll('org_green', 'org_blue'), { organization: 'other' }],
    ['no organization', `<script src="${WIDGET}/agent.js"></script>`, { organization: 'none' }],
    ['an unknown one', SNIPPET.replaceAll('org_green', 'org_gone'), { organization: 'unknown' }],
    [
      'only a slug',
      `<script src="${WIDGET}/agent.js" data-organization="org_blue"></script>`,
      { organization: 'other' },
    ],
    ['its address', `<script src="${WIDGET}/agent.js?organization-id=org_green"></script>`, {}],
    ['another host', SNIPPET.replace(WIDGET, 'https://old.example.com'), { is_from_here: false }],
    ['a consent banner', SNIPPET.replace('<script ', '<script type="text/plain" '), { is_active: false }],
    ['a speed plugin', SNIPPET.replace('src=', 'data-rocket-src='), { is_active: false }],
    ['a module', SNIPPET.replace('<script ', '<script type="module" '), {}],
  ])('of %s is told apart', async (_, code, expected) => {
    html = `<body>${code}</body>`
    const { snippets } = await check()
    expect(snippets).toMatchObject([
      { organization: 'this', is_from_here: true, is_active: true, ...expected },
    ])
  })

  // As the plugins write it.
  it.each([
    ['WP Rocket', 'speed', 'type="rocketlazyloadscript" data-rocket-src='],
    ['WP Rocket', 'speed', 'type="rocketlazyloadscript" data-minify="1" defer data-rocket-src='],
    ['LiteSpeed Cache', 'speed', 'data-optimized="1" type="litespeed/javascript" data-i="2" data-src='],
    ['LiteSpeed Cache', 'speed', 'data-optimized="1" type="litespeed/javascript" src='],
    ['Perfmatters', 'speed', 'data-pmdelayedscript='],
    ['Perfmatters', 'speed', 'type="pmdelayedscript" data-perfmatters-type="text/javascript" src='],
    [
      'WP Meteor',
      'speed',
      'type="javascript/blocked" data-wpmeteor-type="text/javascript" data-wpmeteor-src=',
    ],
    ['Cloudflare Rocket Loader', 'speed', 'type="70cf02be0b65b144043f4959-text/javascript" src='],
    ['Partytown', 'speed', 'type="text/partytown" src='],
    ['Cookiebot', 'consent', 'type="text/plain" data-cookieconsent="marketing" src='],
    ['CookieYes', 'consent', 'type="text/plain" data-cookieyes="cookieyes-analytics" src='],
    [
      'Complianz',
      'consent',
      'type="text/plain" data-service="general" data-category="statistics" data-cmplz-src=',
    ],
    ['Usercentrics', 'consent', 'type="text/plain" data-usercentrics="Fieldhand" src='],
    [
      'iubenda',
      'consent',
      'type="text/plain" class="_iub_cs_activate" data-iub-purposes="3" data-suppressedsrc=',
    ],
    ['OneTrust', 'consent', 'type="text/plain" class="optanon-category-C0003" src='],
    ['Real Cookie Banner', 'consent', 'consent-required="12" consent-by="services" consent-original-src-_='],
    [
      'Borlabs Cookie',
      'consent',
      'type="text/template" data-borlabs-script-blocker-id="x" data-borlabs-script-blocker-src=',
    ],
  ])('that %s holds back names it', async (name, kind, written) => {
    html = `<body>${SNIPPET.replace('src=', written)}</body>`
    expect((await check()).snippets).toMatchObject([
      { organization: 'this', is_from_here: true, is_active: false, held_by: { name, kind } },
    ])
  })

  it('that another plugin holds back names nobody', async () => {
    html = SNIPPET.replace('src=', 'type="text/x-later" data-src-of-someone=')
    expect((await check()).snippets).toMatchObject([{ is_active: false, held_by: null }])
  })

  it('is counted, without scripts of other products', async () => {
    html = `${SNIPPET}<p>${SNIPPET}</p><script src="https://other.example.com/agent.js"></script>`
    expect((await check()).snippets).toHaveLength(2)
  })

  it.each([
    ['text', `<p>${SNIPPET.replaceAll('<', '&lt;')}</p>`],
    ['comment', `<!-- ${SNIPPET} -->`],
    ['unclosed', SNIPPET.replace('></script>', '>')],
    ['unclosed', SNIPPET.replace('></script>', ' />')],
    ['noscript', `<noscript><div>${SNIPPET}</div></noscript>`],
    ['template', `<template>${SNIPPET}</template>`],
    ['script', `<script>load({ src: "${WIDGET}/agent.js?organization-id=org_green" })</script>`],
    [
      'script',
      `<script type="application/json">${JSON.stringify([`${WIDGET}/agent.js`]).replaceAll('/', '\\/')}</script>`,
    ],
    [null, `<script>load("https://other.example.com/agent.js")</script>`],
    [null, `<textarea>${SNIPPET}</textarea>`],
    [null, '<p>Our agent.js</p>'],
    [null, `<!-- a --> <p>/agent.js data-organization</p> <!-- b -->`],
  ])('that is not run is found as %s', async (misplaced, body) => {
    html = `<body>${body}</body>`
    expect(await check()).toMatchObject({ snippets: [], misplaced })
  })

  it('in a noscript element is not the code next to it', async () => {
    html = `<noscript>${SNIPPET.replaceAll('org_green', 'org_blue')}</noscript>${SNIPPET}`
    expect(await check()).toMatchObject({ snippets: [{ organization: 'this' }], misplaced: null })
  })

  it.each([
    '<script src="https://www.googletagmanager.com/gtm.js?id=GTM-ABCD"></script>',
    '<noscript><iframe src="https://www.googletagmanager.com/ns.html?id=GTM-P55KXDL6"></iframe></noscript>',
    '<script src="//tags.tiqcdn.com/utag/acme/main/prod/utag.js"></script>',
    '<script src="https://cdn.matomo.cloud/acme/container_aB3dE5.js"></script>',
  ])('may come from a tag manager: %s', async (tag) => {
    html = tag
    expect(await check()).toMatchObject({ snippets: [], has_tag_manager: true })
  })
})

describe('the security policy', () => {
  it.each([
    [POLICY, NEEDED],
    [`script-src ${WIDGET}; frame-src https://*.example.com; connect-src https:`, []],
    [`script-src ${WIDGET}/agent.js; frame-src *; connect-src *`, NEEDED.slice(0, 1)],
    [`script-src *; frame-src ${WIDGET}/chat; connect-src ${API}/api/`, []],
    [`script-src 'nonce-abc' 'strict-dynamic'`, NEEDED.slice(0, 1)],
    [`script-src 'strict-dynamic' ${WIDGET}`, NEEDED.slice(0, 1)],
    [`script-src-elem ${WIDGET}; script-src 'none'`, []],
    [`child-src 'none'`, NEEDED.slice(1, 2)],
    [`connect-src ${API}:8443`, NEEDED.slice(2)],
    [`connect-src http://api.example.com`, []],
    [`frame-src *, frame-src 'self'`, NEEDED.slice(1, 2)],
    [`frame-src *.example.com`, []],
    [`frame-src example.com`, NEEDED.slice(1, 2)],
    ['upgrade-insecure-requests; ;', []],
  ])('%s lacks what it does not allow', async (policy, blocked) => {
    headers = { 'Content-Security-Policy': policy }
    expect((await check()).blocked).toEqual(blocked)
  })

  it('counts as an element, and a nonce of the code allows it', async () => {
    html = `<meta http-equiv="content-security-policy" content="script-src 'nonce-abc'">${SNIPPET.replace('<script ', '<script nonce="abc" ')}`
    expect((await check()).blocked).toEqual([])
    html = html.replace('nonce="abc"', 'nonce="abd"')
    expect((await check()).blocked).toEqual(NEEDED.slice(0, 1))
  })
})

describe('a page', () => {
  it.each([
    ['<meta name="Viewport" content="width=device-width, initial-scale=1">', true],
    ['<meta name="description" content="viewport">', false],
  ])('has a viewport tag or not: %s', async (tag, has_viewport) => {
    html = tag
    expect(await check()).toMatchObject({ has_viewport })
  })

  it('of a website that the settings do not list is not allowed', async () => {
    expect((await check(['green.example.com'])).is_allowed).toBe(false)
  })

  it.each([
    ['that are open', '<div>'.repeat(400_000)],
    ['and ends of others', `${'<div>'.repeat(100_000)}${'</b>'.repeat(300_000)}`],
  ])('with very many levels of elements %s is not understood', async (_, nested) => {
    html = nested
    await expect(check()).rejects.toThrow(`The page of 127.0.0.1:${port} cannot be understood.`)
  })

  it('that cannot be read says why', async () => {
    status = 503
    await expect(check()).rejects.toThrow(`127.0.0.1:${port} returned HTTP 503.`)
    status = 200
    headers = { 'Content-Type': 'application/pdf' }
    await expect(check()).rejects.toThrow('has no web page at this address')
  })
})
