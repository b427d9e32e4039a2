import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { businessOf } from '../../../server/website/business/business.ts'
import { readPage } from '../../../server/website/extract.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { UNKNOWN_BUSINESS, WebsiteReading } from '../../../src/contract/website-reading.ts'

const HOST = 'www.greenacreslawn.com'

/** Returns what pages, by their paths, say about their business. */
function read(pages: Record<string, string> | string, host = HOST) {
  const entries = Object.entries(typeof pages === 'string' ? { '/': pages } : pages)
  const facts = entries.map(([path, html]) => readPage(html, `https://${host}${path}`).facts)
  return businessOf(facts, host)
}

const data = (...nodes: unknown[]) =>
  nodes
    .map(
      (node) =>
        `<script type="application/ld+json">${JSON.stringify(node).replaceAll('<', '\\u003c')}</script>`,
    )
    .join('')

const BUSINESS = {
  '@context': 'https://schema.org',
  '@type': 'LandscapingBusiness',
  name: 'Green Acres Lawn & Landscape',
  telephone: '+1-614-555-0142',
  email: 'mailto:Hello@greenacreslawn.com',
  address: {
    '@type': 'PostalAddress',
    streetAddress: '12 Elm St',
    addressLocality: 'Dublin',
    addressRegion: 'OH',
    postalCode: '43017',
    addressCountry: 'US',
  },
}
const FACTS = {
  name: 'Green Acres Lawn & Landscape',
  phone: '(614) 555-0142',
  email: 'Hello@greenacreslawn.com',
  address: '12 Elm St, Dublin, OH 43017',
}

describe('structured data', () => {
  it.each([
    ['one business', BUSINESS],
    ['a list', [BUSINESS]],
    [
      'a graph, as Yoast writes it',
      {
        '@graph': [
          {
            '@type': 'WebPage',
            '@id': 'https://greenacreslawn.com/',
            name: 'Home',
            about: { '@id': '#organization' },
          },
          {
            '@type': 'WebSite',
            '@id': '#website',
            name: 'Green Acres',
            publisher: { '@id': '#organization' },
          },
          { '@type': 'Place', '@id': '#place', address: BUSINESS.address },
          {
            ...BUSINESS,
            name: BUSINESS.name.replace('&', '&amp;amp;'),
            '@type': ['Organization', 'Place', 'LandscapingBusiness'],
            '@id': '#organization',
            address: { '@id': '#address' },
          },
          { ...BUSINESS.address, '@id': '#address' },
        ],
      },
    ],
    [
      'a graph, as Rank Math writes it',
      {
        '@graph': [
          { '@type': 'Place', '@id': '#place', address: BUSINESS.address },
          {
            ...BUSINESS,
            '@type': ['HomeAndConstructionBusiness', 'Organization'],
            address: undefined,
            location: { '@id': '#place' },
          },
          { '@type': 'Person', name: 'Ann Fox', telephone: '+1-614-555-0100', address: '1 Oak St' },
        ],
      },
    ],
    ['the publisher of a website', { '@type': 'WebSite', name: 'x', publisher: BUSINESS }],
    ['the provider of a service', { '@type': 'Service', name: 'Mowing', provider: BUSINESS }],
    ['an address in one text', { ...BUSINESS, address: '12 Elm St, Dublin, OH 43017' }],
    [
      'the whole address as street',
      { ...BUSINESS, address: { ...BUSINESS.address, streetAddress: '12 Elm St, Dublin, OH 43017' } },
    ],
    [
      'lists of values',
      { ...BUSINESS, telephone: [BUSINESS.telephone], address: [BUSINESS.address], name: [BUSINESS.name] },
    ],
    [
      'a point of contact',
      {
        ...BUSINESS,
        telephone: undefined,
        contactPoint: [{ '@type': 'ContactPoint', telephone: BUSINESS.telephone }],
      },
    ],
  ])('is read as %s', (_, node) => expect(read(data(node))).toMatchObject(FACTS))

  it('of other businesses, people, and events is left out', () => {
    const other = {
      ...BUSINESS,
      name: 'Rival Mowing',
      telephone: '614-555-0199',
      url: 'https://rival.example.com',
    }
    const nodes = [
      {
        '@type': 'Review',
        itemReviewed: other,
        author: { ...other, '@type': 'Organization' },
        publisher: other,
      },
      { '@type': 'BlogPosting', headline: 'Moss', author: other, publisher: other, about: other },
      {
        ...BUSINESS,
        review: [{ '@type': 'Review', author: other }],
        parentOrganization: other,
        brand: other,
      },
      { '@type': 'Event', name: 'Open day', telephone: '614-555-0199', location: other },
      other,
    ]
    expect(
      read(data({ ...other }, ...nodes.map((node) => ('url' in node ? node : { ...node })))),
    ).toMatchObject({
      ...FACTS,
      cities: [],
    })
    expect(read(data(nodes[0], nodes[1], nodes[3]))).toEqual(UNKNOWN_BUSINESS)
  })

  it('of this website counts more than that of another one', () => {
    const agency = {
      '@type': 'Organization',
      name: 'Pixel Agency',
      telephone: '614-555-0199',
      url: 'https://pixel.example.com',
    }
    const own = { ...BUSINESS, url: 'https://greenacreslawn.com/' }
    expect(read(data(agency, own))).toMatchObject(FACTS)
  })

  it('names the services of its catalogs, also nested ones', () => {
    const offer = (name: string) => ({ '@type': 'Offer', itemOffered: { '@type': 'Service', name } })
    const catalog = {
      '@type': 'OfferCatalog',
      name: 'Services',
      itemListElement: [
        {
          '@type': 'OfferCatalog',
          name: 'Lawn',
          itemListElement: [offer('Mowing'), offer('mowing'), offer('Aeration')],
        },
        offer('Snow Removal'),
      ],
    }
    expect(read(data({ ...BUSINESS, hasOfferCatalog: catalog })).services).toEqual([
      'Mowing',
      'Aeration',
      'Snow Removal',
    ])
    expect(read(data({ ...BUSINESS, makesOffer: [offer('Mowing'), 'Mulch'] })).services).toEqual([
      'Mowing',
      'Mulch',
    ])
  })

  it.each([
    [
      'cities',
      [
        { '@type': 'City', name: 'Dublin' },
        { '@type': 'City', name: 'Plain City' },
      ],
      ['Dublin', 'Plain City'],
    ],
    ['texts without regions', ['Dublin', 'Central Ohio', 'Hilliard'], ['Dublin', 'Hilliard']],
    ['one text', 'Columbus, Dublin and Hilliard', ['Columbus', 'Dublin', 'Hilliard']],
    ['cities with their state', [{ '@type': 'City', name: 'Dublin, OH' }], ['Dublin, OH']],
    ['a circle', { '@type': 'GeoCircle', geoRadius: 5 }, []],
    ['the wrong type', [null, 7, { name: { a: 1 } }], []],
  ])('names the areas as %s', (_, areaServed, expected) => {
    expect(read(data({ ...BUSINESS, areaServed })).cities).toEqual(expected)
  })

  it('without a street gives the town', () => {
    const { streetAddress, ...town } = BUSINESS.address
    expect(read(data({ ...BUSINESS, address: town })).address).toBe('Dublin, OH 43017')
    const region = { ...town, addressLocality: 'Central Ohio', postalCode: undefined }
    expect(read(data({ ...BUSINESS, address: region })).address).toBeNull()
    expect(read(data({ ...BUSINESS, address: { ...town, streetAddress: '[street]' } })).address).toBe(
      'Dublin, OH 43017',
    )
  })

  it('can be microdata', () => {
    const page = `<body itemscope itemtype="https://schema.org/WebPage"><div itemscope itemtype="https://schema.org/LocalBusiness">
      <h1 itemprop="name">Green Acres Lawn &amp; Landscape</h1>
      <a itemprop="telephone" href="tel:6145550142">614.555.0142</a>
      <a itemprop="email" href="mailto:Hello@greenacreslawn.com">Hello@greenacreslawn.com</a>
      <p itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="streetAddress">12 Elm St</span>
      <span itemprop="addressLocality">Dublin</span>, <span itemprop="addressRegion">OH</span> <span itemprop="postalCode">43017</span></p>
      <time itemprop="openingHours" datetime="Mo-Fr 08:00-17:00">Weekdays</time>
      <div itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Ann</span>
      <span itemprop="itemReviewed" itemscope itemtype="https://schema.org/LocalBusiness"><b itemprop="name">Rival</b></span></div>
      </div></body>`
    const { hours, ...rest } = read(page)
    expect(rest).toMatchObject(FACTS)
    expect(hours?.filter(({ isOpen }) => isOpen)).toHaveLength(5)
  })
})

describe('the name', () => {
  const title = (text: string, body = '') => `<title>${text}</title>${body}`
  const site = (name: string) => `<meta property="og:site_name" content="${name}">`

  it.each([
    [
      'the website’s name',
      title('Home | Green Acres – Lawn Care Columbus OH', site('Green Acres')),
      'Green Acres',
    ],
    [
      'the part that is the host’s name',
      title('Lawn Care in Columbus OH | Green Acres Lawn'),
      'Green Acres Lawn',
    ],
    [
      'the part of the copyright',
      title('Home | Fox &amp; Sons – Columbus', '<p>© 2026 Fox &amp; Sons. All rights reserved.</p>'),
      'Fox & Sons',
    ],
    [
      'the owner of the copyright',
      title('Home', '<p>Copyright © 2019–2026 Fox &amp; Sons, Inc. All Rights Reserved.</p>'),
      'Fox & Sons, Inc',
    ],
    [
      'the owner before the year',
      title('Lawn Care in Dublin, OH', '<p>© Fox Lawns 2026. All rights reserved.</p>'),
      'Fox Lawns',
    ],
    [
      'the part of the logo',
      title('Mowing | Fox Lawns', '<a href="/"><img src="l.png" alt="Fox Lawns"></a>'),
      'Fox Lawns',
    ],
    ['a title of several words', title('Fox Lawn and Landscape'), 'Fox Lawn and Landscape'],
    [
      'the name in data, without its slogan',
      data({ ...BUSINESS, name: 'Green Acres Lawn | Mowing in Columbus' }),
      'Green Acres Lawn',
    ],
    ['the name in data, not the title', title('Home | x', data(BUSINESS)), 'Green Acres Lawn & Landscape'],
  ])('is %s', (_, html, expected) => expect(read(html).name).toBe(expected))

  it.each([
    ['initials', title('Fox and Finch Lawn Care | Mowing in Ohio'), 'Fox and Finch Lawn Care'],
    ['letters', title('Lawn Care in Dublin, OH', '<p>FFL CC</p>'), 'FFL CC'],
  ])('is what has the %s of the host’s name', (_, html, expected) => {
    expect(read(html, 'fflcc.com').name ?? read(html, 'fflc.com').name).toBe(expected)
  })

  it('is the part that the titles share', () => {
    expect(read({ '/': title('Mowing — Fox Lawns'), '/about': title('About us — Fox Lawns') }).name).toBe(
      'Fox Lawns',
    )
  })

  it.each([
    title('Home'),
    title('Document'),
    title('Lawn Care in Dublin, OH'),
    title('Mowing | Aeration'),
    title(''),
    '<p>© 2026</p>',
  ])('is unknown for %s', (html) => expect(read(html).name).toBeNull())
})

describe('the contacts', () => {
  it('are those of the header and footer, as most pages have them', () => {
    const page = `<header><a href="tel:+16145550142">Call</a></header><main><a href="tel:6145550199">Partner</a>
      <a href="tel:6145550199">Partner</a><a href="mailto:ads@example.com">x</a></main>
      <div class="site-footer"><a href="mailto:hello@greenacreslawn.com?subject=Hi">Mail</a></div>`
    expect(read({ '/': page, '/about': page })).toMatchObject({
      phone: '(614) 555-0142',
      email: 'hello@greenacreslawn.com',
    })
  })

  it('are the most frequent ones of several', () => {
    const call = (number: string) => `<p><a href="tel:${number}">x</a></p>`
    expect(read(call('6145550199') + call('6145550142') + call('+1 614 555 0142')).phone).toBe(
      '(614) 555-0142',
    )
  })

  it('can be text', () => {
    const html =
      '<footer><p>Fax: 614-555-0199</p><p>Call 614.555.0142 or write to hello@fox.example.com.</p></footer>'
    expect(read(html)).toMatchObject({ phone: '(614) 555-0142', email: 'hello@fox.example.com' })
  })

  it('can be hidden by Cloudflare', () => {
    const hidden = [...Buffer.from('hello@fox.example.com')].map((byte) =>
      (byte ^ 0x42).toString(16).padStart(2, '0'),
    )
    expect(
      read(`<a class="__cf_email__" data-cfemail="42${hidden.join('')}">[email protected]</a>`).email,
    ).toBe('hello@fox.example.com')
  })

  it.each([
    '<a href="tel:">x</a>',
    '<a href="tel:12">x</a>',
    '<a href="mailto:@">x</a>',
    '<a href="mailto:%E0%A4%A">x</a>',
  ])('are none in %s', (html) => expect(read(html)).toMatchObject({ phone: null, email: null }))
})

describe('the address', () => {
  it.each([
    [
      'in an address element',
      '<address>12 Elm St<br>Dublin, OH 43017</address>',
      '12 Elm St, Dublin, OH 43017',
    ],
    [
      'in lines with a unit',
      '<footer><h4>Address</h4><p>12 E Elm Rd #214</p><p>Dublin, OH 43017</p><p>United States</p></footer>',
      '12 E Elm Rd #214, Dublin, OH 43017',
    ],
    [
      'with the name of the state',
      '<footer><p>Visit us: 12 Elm Street, Dublin, Ohio 43017</p></footer>',
      '12 Elm Street, Dublin, Ohio 43017',
    ],
    [
      'in spans',
      '<footer><div><span>12 Elm St</span><span>Dublin, OH 43017</span></div></footer>',
      '12 Elm St, Dublin, OH 43017',
    ],
  ])('is read %s', (_, html, expected) => expect(read(html).address).toBe(expected))

  it.each([
    '0000 Someplace Ave, Birmingham, AL 00000',
    'Our 12 favorite plants, OH my 99999',
    'Columbus, OH 43215',
  ])('is not %j', (text) => expect(read(`<footer><p>${text}</p></footer>`).address).toBeNull())
})

describe('the services', () => {
  const CARDS = ['Mowing', 'Yard Cleanup', 'Tree Trimming'] as const
  const path = (name: string) => `/services/${name.toLowerCase().replaceAll(' ', '-')}/`

  it('are the pages below that of the services', () => {
    const cards = CARDS.map(
      (name) =>
        `<a href="${path(name)}"><div><h3>${name}</h3><p>Of all kinds.</p></div></a><a href="${path(name)}">View Service</a>`,
    )
    const areas =
      '<a href="/service-areas/dublin-oh/">Dublin</a><a href="/services/">Our Services</a><a href="/contact">Get a quote</a>'
    expect(
      read({ '/': areas + cards.join(''), '/services/': cards.join('') + cards.join('') }).services,
    ).toEqual(CARDS)
  })

  it('are named by their paths if their links are not', () => {
    const links = CARDS.map((name) => `<a href="${path(name)}">Learn more</a>`).join('')
    expect(read(links).services).toEqual(CARDS)
  })

  it('are the menu below their label', () => {
    const menu = `<nav><ul><li><a href="/">Home</a></li><li><a href="#">Services</a><ul class="sub-menu">
      ${CARDS.map((name) => `<li><a href="/${name.replaceAll(' ', '')}">${name}</a></li>`).join('')}</ul></li>
      <li><a href="/contact">Contact</a></li></ul></nav>`
    expect(read(menu).services).toEqual(CARDS)
  })

  it('are the cards in their section, not their details, and not other headings', () => {
    const html = `<h1>Transform your yard</h1>
      <section><h2>Why choose us?</h2><div><h3>Licensed &amp; Insured</h3></div><div><h3>Family-Owned</h3></div></section>
      <section><div><h2>Services</h2><p>All that a yard needs.</p></div><div class="grid">
      ${CARDS.map((name) => `<div><h3>${name}</h3><p>Text</p><ul><li>Weekly plans</li><li>No contracts</li></ul><a href="#quote">Get a quote</a></div>`).join('')}</div></section>
      <section><h2>Reviews</h2><div><h3>Ellen C.</h3></div><div><h3>Arthur G.</h3></div></section>`
    expect(read(html).services).toEqual(CARDS)
  })

  it('are the headings on their page', () => {
    const html = `<h1>What we offer</h1><h2>Full Lawn Care</h2><p>x</p><h2>Sidewalk Edging</h2><p>x</p><h2>Fall Cleanup</h2><p>x</p><h2>Questions?</h2>`
    expect(read({ '/': '', '/services.html': html }).services).toEqual([
      'Full Lawn Care',
      'Sidewalk Edging',
      'Fall Cleanup',
    ])
  })

  it('of another trade are read, too', () => {
    const html =
      '<h4>Our Services</h4><ul><li>House Cleaning</li><li>Deep Cleaning</li><li>Carpet Cleaning</li></ul>'
    expect(read(html).services).toEqual(['House Cleaning', 'Deep Cleaning', 'Carpet Cleaning'])
  })

  it.each([
    '<h4>Service Areas</h4><ul><li>Dublin</li><li>Hilliard</li><li>Powell</li></ul>',
    '<h4>Services</h4><ul><li><a href="/contact">Work With Us</a></li><li><a href="/quote">Get Free Estimate</a></li></ul>',
    '<h2>Why us</h2><h3>Licensed &amp; Insured</h3><h3>Satisfaction Guaranteed</h3><h3>Family-Owned</h3>',
  ])('are not in %s', (html) => expect(read(html).services).toEqual([]))

  it('are at most twelve', () => {
    const links = Array.from(
      { length: 40 },
      (_, at) => `<a href="/services/mowing-${at}">Mowing ${at}</a>`,
    ).join('')
    expect(read(links).services).toHaveLength(12)
  })
})

describe('the cities', () => {
  it.each([
    [
      'a list',
      '<h4>Areas</h4><ul><li>Dublin</li><li>Hilliard</li><li>Powell</li><li>Surrounding Areas</li></ul>',
    ],
    ['a line', '<p>Proudly serving Central Ohio (Dublin · Hilliard · Powell)</p>'],
    ['a sentence', '<p>We serve: Dublin, Hilliard, and Powell.</p>'],
    ['links', '<nav><a href="/a">Dublin</a><a href="/b">Hilliard</a><a href="/c">Powell</a></nav>'],
  ])('are read in %s', (_, html) => expect(read(html).cities).toEqual(['Dublin', 'Hilliard', 'Powell']))

  it('are not in a menu, or in reviews', () => {
    const html =
      '<ul><li>Home</li><li>Gallery</li><li>About</li><li>Contact</li></ul><p>Ann, Jackson, and Tyler</p>'
    expect(read(html).cities).toEqual([])
  })
})

describe('the colors', () => {
  it.each([
    ['of the theme', '<meta name="theme-color" content="#1b5e20">', ['#1B5E20']],
    [
      'of custom properties, the plainest first',
      '<style>:root{--accent:#f9a825;--primary-dark:#0d47a1;--color-primary:rgb(27, 94, 32);--text:#ff0000}</style>',
      ['#1B5E20', '#0D47A1', '#F9A825'],
    ],
    [
      'of Elementor',
      '<style>.elementor-kit-5{--e-global-color-primary:#2E7D32;--e-global-color-text:#7A7A7A}</style>',
      ['#2E7D32'],
    ],
    [
      'of Squarespace',
      '<style>:root{--accent-hsl:123,41.33%,29.41%;--white-hsl:0,0%,100%}</style>',
      ['#2C6A2F'],
    ],
    [
      'of Tailwind',
      '<style>:root{--primary: 123 41% 29%;--primary-foreground: 0 0% 100%}</style>',
      ['#2C682F'],
    ],
    ['of the body', '<html><body style="--brand: #2e7d32"></body></html>', ['#2E7D32']],
    [
      'without white, black, and grays',
      '<meta name="theme-color" content="#0B0E14"><style>:root{--primary:#fff;--brand:#aaa;--accent:#fafaf5}</style>',
      [],
    ],
    [
      'that are colors',
      '<meta name="theme-color" content="url(x)"><style>:root{--primary:var(--x);--accent:#12}</style>',
      [],
    ],
  ])('are those %s', (_, html, expected) => expect(read(html).colors).toEqual(expected))
})

it('a website in Spanish is read', () => {
  const html = `<html lang="es"><title>Inicio | Jardines Luna</title><header><a href="tel:6145550142">Llámenos</a></header>
    <section><h2>Nuestros Servicios</h2><div><h3>Poda de árboles</h3></div><div><h3>Mantenimiento de césped</h3></div></section>
    <footer><p>Lunes a Viernes 8:00 - 17:00</p><p>Sábado: 9:00 a 13:00</p><p>Domingo: cerrado</p>
    <p>© 2026 Jardines Luna. Todos los derechos reservados.</p></footer></html>`
  const { hours, ...rest } = read(html)
  expect(rest).toMatchObject({
    name: 'Jardines Luna',
    phone: '(614) 555-0142',
    services: ['Poda de árboles', 'Mantenimiento de césped'],
  })
  expect(hours?.map(({ isOpen, closeTime }) => isOpen && closeTime)).toEqual([
    ...Array(5).fill('17:00'),
    '13:00',
    false,
  ])
})

describe('a hostile page', () => {
  const business = { ...BUSINESS, '@type': 'LocalBusiness' }
  const deep = (depth: number): unknown =>
    depth === 0 ? 'Mowing' : { '@type': 'OfferCatalog', itemListElement: [deep(depth - 1)] }
  const long = 'x'.repeat(30_000)
  const valid = (html: string) => {
    const found = read(html)
    expect(v.is(WebsiteReading.entries.business, found)).toBe(true)
    expect(JSON.stringify(found)).not.toMatch(/<|\\u00|\p{Cf}/u)
    return found
  }

  it.each([
    [
      'long values',
      data({
        ...business,
        name: long,
        telephone: long,
        email: `${long}@x.com`,
        address: long,
        areaServed: long,
      }),
    ],
    [
      'HTML in values',
      data({ ...business, name: '<img src=x onerror=alert(1)>', address: '<b>1</b>', areaServed: ['<i>'] }),
    ],
    [
      'control characters',
      data({
        ...business,
        name: 'Green\u0000\u202e Acres\n Lawn',
        areaServed: [{ '@type': 'City', name: 'Du\u0007blin' }],
      }),
    ],
    ['deep data', data({ ...business, hasOfferCatalog: deep(500) })],
    [
      'wide data',
      data({
        ...business,
        areaServed: Array(30_000).fill({ '@type': 'City', name: 'Dublin' }),
        makesOffer: Array(30_000).fill('Mowing'),
      }),
    ],
    ['many businesses', data(Array(5_000).fill(business))],
    [
      'wrong types',
      data(
        { '@type': 7, name: [] },
        { ...business, name: { a: 1 }, telephone: {}, address: [[]], areaServed: 7 },
        null,
        'x',
        [[[]]],
      ),
    ],
    ['broken data', '<script type="application/ld+json">{"@type":</script>'],
    ['many lines', '<p>Dublin</p>'.repeat(20_000)],
    ['a long line', `<p>${'Dublin, '.repeat(50_000)}</p>`],
    ['many headings', '<h2>Services</h2><h3>Mowing</h3>'.repeat(5_000)],
    ['many links', '<a href="/services/x">Mowing</a><a href="tel:6145550142">x</a>'.repeat(5_000)],
    ['many properties', `<style>${'--primary'.repeat(100_000)}:#123456;${'--'.repeat(200_000)}</style>`],
    ['a long notice', `<p>© ${'2026 - '.repeat(50_000)}</p>`],
    ['long addresses', `<p>${'12 Elm St '.repeat(30)}Dublin, OH 43017</p>`.repeat(1_000)],
  ])('with %s has valid values', (_, html) => {
    const found = valid(html)
    expect(found.services.length).toBeLessThanOrEqual(12)
    expect(found.cities.length).toBeLessThanOrEqual(LIMITS.cities)
  })

  it('loses control characters', () => {
    const { name, cities } = valid(
      data({
        ...business,
        name: 'Green\u0000\u202e Acres\n Lawn',
        areaServed: [{ '@type': 'City', name: 'New\u0007Albany' }],
      }),
    )
    expect({ name, cities }).toEqual({ name: 'Green Acres Lawn', cities: ['New Albany'] })
  })
})
