import { describe, expect, test } from 'vitest'
import { contentPolicy } from '../../../scripts/build/content-policy.ts'
import { scriptHashes } from '../../../scripts/build/security-headers.ts'

const key = (host: string) => `pk_live_${btoa(`${host}$`).replace(/=+$/, '')}`
const LOCAL = {
  PUBLIC_API_URL: 'http://localhost:3001',
  PUBLIC_WIDGET_URL: 'http://localhost:3002',
  PUBLIC_CLERK_PUBLISHABLE_KEY: key('clerk.localhost.test'),
  PUBLIC_CLERK_PROXY_URL: '/__clerk',
}
const directive = (policy: string, name: string) =>
  policy
    .split('; ')
    .find((part) => part.startsWith(`${name} `))
    ?.split(' ')
    .slice(1)

describe('the policy', () => {
  test('of a local console allows only that machine', () => {
    const policy = contentPolicy(LOCAL, ['sha256-b', 'sha256-a'])
    expect(directive(policy, 'script-src')).toEqual(["'self'", "'sha256-a'", "'sha256-b'"])
    expect(directive(policy, 'connect-src')).toEqual([
      "'self'",
      'http://localhost:3001',
      'ws://localhost:3001',
    ])
    expect(directive(policy, 'frame-src')).toEqual(['http://localhost:3002'])
    expect(directive(policy, 'img-src')).toEqual(["'self'", 'data:', 'blob:', 'http://localhost:3002'])
    expect(policy).not.toContain('https:')
  })

  test('never allows other inline scripts, eval, plug-ins, or framing of the console', () => {
    const everything = {
      ...LOCAL,
      PUBLIC_CLERK_PUBLISHABLE_KEY: key('clerk.example.com'),
      PUBLIC_CLERK_PROXY_URL: '',
      PUBLIC_MAPBOX_TOKEN: 'pk.x',
      PUBLIC_SUPPORT_CHAT_URL: 'https://chat.example.com',
      PUBLIC_SUPPORT_CHAT_TOKEN: 'token',
      PUBLIC_SENTRY_DSN: 'https://abc@o1.ingest.sentry.io/2',
      PUBLIC_TOUR_TOKEN: 'ct_x',
      PUBLIC_GTM_ID: 'GTM-X',
      PUBLIC_GEOIP_URL: 'https://geo.example.com/json',
    }
    const policy = contentPolicy(everything, [])
    expect(directive(policy, 'script-src')).not.toContain("'unsafe-inline'")
    expect(policy).not.toContain('unsafe-eval')
    expect(directive(policy, 'default-src')).toEqual(["'none'"])
    expect(directive(policy, 'object-src')).toEqual(["'none'"])
    expect(directive(policy, 'frame-ancestors')).toEqual(["'none'"])
    expect(directive(policy, 'connect-src')).toEqual(
      expect.arrayContaining([
        'https://clerk.example.com',
        'https://o1.ingest.sentry.io',
        'https://geo.example.com',
        'https://chat.example.com',
        'https://api.mapbox.com',
      ]),
    )
  })

  test.each(['PUBLIC_SENTRY_DSN', 'PUBLIC_GEOIP_URL', 'PUBLIC_SUPPORT_CHAT_URL', 'PUBLIC_TOUR_TOKEN'])(
    'allows nothing for %s if it is not set',
    (name) => {
      expect(contentPolicy({ ...LOCAL, [name]: '' }, [])).toBe(contentPolicy(LOCAL, []))
    },
  )
})

test('inline scripts are hashed as in the browser; data and files are not', () => {
  const html =
    '<script>alert(1)</script><script src="/a.js"></script>' +
    '<script type="application/json">{"a":1}</script><script type="module">\nx()\n</script>'
  // echo -n 'alert(1)' | openssl dgst -sha256 -binary | base64
  expect(scriptHashes(html)).toEqual([
    'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=',
    expect.stringMatching(/^sha256-/),
  ])
})
