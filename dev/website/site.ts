import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import type { Html } from '../lib/page.ts'
import { ADDRESSES } from '../maps/addresses.ts'

/** The path of the website on the server's API port. */
export const WEBSITE_BASE = '/__local/website'

const [OFFICE] = ADDRESSES

const SERVICES = [
  ['Lawn Mowing', 'Weekly or every other week from April to November, with edging and blowing.'],
  ['Fertilizing & Weed Control', 'Six treatments a year, matched to your soil and the season.'],
  ['Aeration & Overseeding', 'Core aeration and new seed in early fall, when cool-season grass grows best.'],
  ['Mulch & Bed Care', 'Fresh mulch, clean edges, and beds without weeds.'],
  ['Shrub & Hedge Trimming', 'Shaped twice a year, with all clippings hauled away.'],
  ['Leaf Removal', 'Leaves blown, collected, and taken off your property.'],
] as const

const FAQS = [
  [
    'How do you price mowing?',
    'By the size of the lawn and what is in the way. We look at it first, and then the price is fixed.',
  ],
  ['Do I need to be home?', 'No. Please unlock the gate and keep pets inside.'],
  ['Are you insured?', 'Yes, for liability and workers’ compensation. We send the certificate on request.'],
  ['What happens if it rains?', 'We come on the next dry day, and let you know.'],
] as const

const CITIES = ['Columbus', 'Dublin', 'Hilliard', 'Worthington', 'Upper Arlington', 'Powell']

const BUSINESS = {
  '@context': 'https://schema.org',
  '@type': 'LandscapingBusiness',
  name: 'Maple Row Lawn & Landscape',
  telephone: '+1-614-555-0142',
  email: 'hello@maplerowlawn.example.com',
  address: {
    '@type': 'PostalAddress',
    streetAddress: `${OFFICE?.number} ${OFFICE?.street}`,
    addressLocality: OFFICE?.city,
    addressRegion: OFFICE?.state,
    postalCode: OFFICE?.zip,
  },
  areaServed: CITIES.map((name) => ({ '@type': 'City', name })),
  openingHoursSpecification: [
    {
      '@type': 'OpeningHoursSpecification',
      dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
      opens: '07:30',
      closes: '17:30',
    },
    { '@type': 'OpeningHoursSpecification', dayOfWeek: 'Saturday', opens: '08:00', closes: '13:00' },
  ],
}

const STYLE = `:root{--brand-primary:#1b5e20;--brand-accent:#f9a825;color-scheme:light;font:16px/1.6 Georgia,serif;color:#222}
body{margin:0}
header,footer{background:var(--brand-primary);color:#fff;padding:1rem 1.5rem}
header a,footer a{color:#fff;margin-inline-end:1rem}
main{max-width:60rem;margin:0 auto;padding:1.5rem}
.services{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1rem}
.services article{border-block-start:4px solid var(--brand-accent);padding-block-start:.5rem}`

const json = (data: unknown) => raw(JSON.stringify(data).replaceAll('<', '\\u003c'))

const page = (title: string, body: Html) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#1b5e20">
<meta property="og:site_name" content="Maple Row Lawn &amp; Landscape">
<title>${title} | Maple Row Lawn &amp; Landscape</title>
<style>${raw(STYLE)}</style>
<script type="application/ld+json">${json(BUSINESS)}</script>
</head>
<body>
<header>
<strong>Maple Row Lawn &amp; Landscape</strong>
<nav>
<a href="${WEBSITE_BASE}/">Home</a>
<a href="${WEBSITE_BASE}/services">Services</a>
<a href="${WEBSITE_BASE}/faq">FAQ</a>
<a href="${WEBSITE_BASE}/contact">Contact</a>
</nav>
</header>
<main>${body}</main>
<footer>
<p><a href="tel:+16145550142">(614) 555-0142</a> <a href="mailto:hello@maplerowlawn.example.com">hello@maplerowlawn.example.com</a></p>
<p>Mon–Fri 7:30 AM – 5:30 PM, Sat 8 AM – 1 PM, Sun closed</p>
<p>© 2026 Maple Row Lawn &amp; Landscape. All rights reserved.</p>
</footer>
</body>
</html>`

const services = html`<h1>Our Services</h1>
<p>Maple Row takes care of lawns and beds in and around Columbus, from the first cut in April to the last leaf in November. Every crew has one lead who knows your property, and every visit ends with swept walks and a closed gate. You can book a single visit, a season, or a plan for the whole year, and change it whenever you like.</p>
<div class="services">${SERVICES.map(([name, text]) => html`<article><h2>${name}</h2><p>${text}</p></article>`)}</div>`

const faq = html`<h1>Frequently Asked Questions</h1>
${FAQS.map(([question, answer]) => html`<h2>${question}</h2><p>${answer}</p>`)}`

const contact = html`<h1>Contact</h1>
<address>${OFFICE?.number} ${OFFICE?.street}<br>${OFFICE?.city}, ${OFFICE?.state} ${OFFICE?.zip}</address>
<h2>Where we work</h2>
<ul>${CITIES.map((city) => html`<li>${city}</li>`)}</ul>`

const home = html`<h1>A lawn that looks after itself, because we do</h1>
<p>Family-owned since 2009. Estimates are free.</p>
<p><a href="${WEBSITE_BASE}/services">See our services</a></p>`

/** Returns the website of a lawn care company, to read and to check in the console. */
export function createWebsite(): Hono {
  return new Hono()
    .on('GET', [WEBSITE_BASE, `${WEBSITE_BASE}/`], (c) => c.html(page('Lawn Care in Columbus, OH', home)))
    .get(`${WEBSITE_BASE}/services`, (c) => c.html(page('Services', services)))
    .get(`${WEBSITE_BASE}/faq`, (c) => c.html(page('FAQ', faq)))
    .get(`${WEBSITE_BASE}/contact`, (c) => c.html(page('Contact', contact)))
}
