import { describe, expect, test } from 'vitest'
import {
  isHealthCheck,
  TRACE_SAMPLE_RATE,
  withoutPersonalData,
  withoutQueries,
  withoutQuery,
} from '../../../../src/domain/monitoring/monitoring.ts'

test('one trace in ten is sampled', () => {
  expect(TRACE_SAMPLE_RATE).toBe(0.1)
})

test.each([
  ['https://api.example.com/health', true],
  ['https://api.example.com/healthz?deep=1', true],
  ['https://api.example.com/v1/ping', true],
  ['https://app.example.com/leads', false],
  // The URL contains it (section 8).
  ['https://health.example.com/leads', true],
  ['https://app.example.com/shipping', false],
  ['', false],
  [undefined, false],
])('%s is a health check: %s', (url, expected) => {
  expect(isHealthCheck(url)).toBe(expected)
})

test('a URL loses its query and fragment', () => {
  expect(withoutQuery('https://a.example/leads?search=Marcus#x')).toBe('https://a.example/leads')
  expect(withoutQuery('/leads#note?x')).toBe('/leads')
  expect(withoutQuery('/leads')).toBe('/leads')
})

test('JSON stays valid when its URLs lose their queries', () => {
  const page = 'https://a.example/leads?search=Marcus%20O&page=2#top'
  const event = {
    urls: [page, 'https://a.example/'],
    css: `.a{background:url("${page}")} .b{background:url(${page})}`,
    nested: JSON.stringify({ href: page }),
    text: 'Is it 5? #1 "yes"',
  }
  expect(JSON.parse(withoutQueries(JSON.stringify(event)))).toEqual({
    urls: ['https://a.example/leads', 'https://a.example/'],
    css: '.a{background:url("https://a.example/leads")} .b{background:url(https://a.example/leads)}',
    nested: JSON.stringify({ href: 'https://a.example/leads' }),
    text: 'Is it 5? #1 "yes"',
  })
})

describe('personal data in the text of an error', () => {
  test.each([
    ['Not a lead: marcus.o@mail.example.org', 'Not a lead: [e-mail]'],
    ['owner%40fieldhand.test was refused', '[e-mail] was refused'],
    ['dialling +1 (614) 555-0134 failed', 'dialling [number] failed'],
    ['614.555.0134', '[number]'],
    ['GET https://api.example.com/leads?search=Marcus+O failed', 'GET https://api.example.com/leads failed'],
    ['jürgen@gärten.example', '[e-mail]'],
  ])('%s becomes %s', (text, expected) => {
    expect(withoutPersonalData(text)).toBe(expected)
  })

  test.each([
    'HTTP 500: Internal Server Error',
    "Cannot read properties of undefined (reading 'map')",
    'lead_01J9ZK4W5T7890123456789 is not there',
    'org_greenacres at https://app.example.com/_astro/page.B3f9a1.js:12:3456',
    'took 1234 ms',
    '',
  ])('%s stays', (text) => {
    expect(withoutPersonalData(text)).toBe(text)
  })
})
