import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { bundle } from '../../../scripts/build/inline-script.ts'

it('the script in the head is small, has no imports, and starts nothing without a session', async () => {
  const code = await bundle('src/platform/session/early/script.ts')
  expect(code.length).toBeLessThan(3_500)
  expect(code).not.toMatch(/\bimport\b|\bexport\b/)
  const options = {
    sessionsUrl: '/v1',
    query: '',
    cookies: { signedIn: [], session: [] },
    apiUrl: '',
    calls: ['/x'],
    changing: { kind: '', search: '' },
  }
  const window: { fieldhandEarly?: unknown } = {}
  runInNewContext(code, {
    window,
    document: { cookie: '', currentScript: { dataset: { early: JSON.stringify(options) } } },
    location: { origin: 'https://app.example', search: '' },
    URLSearchParams,
    fetch: () => {
      throw new Error('Nothing may be requested')
    },
  })
  expect(window.fieldhandEarly).toBeNull()
})
