import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseRewrites } from '../../../dev/cdn/rule-files.ts'

const shown = (path: string) =>
  parseRewrites(readFileSync(new URL('../../../public/_redirects', import.meta.url), 'utf8')).find(
    ({ pattern }) => new RegExp(pattern).test(path),
  )?.to

test.each([
  ['/leads/lead_1', '/lead'],
  ['/leads/lead_1/', '/lead'],
  ['/leads/a%2Fb', '/lead'],
  ['/leads', undefined],
  ['/leads/', undefined],
  ['/leads/a/b', undefined],
  ['/agent', undefined],
])('%s shows %s', (path, page) => {
  expect(shown(path)).toBe(page)
})

test('comments and other redirects are not rewrites', () => {
  const [rule, ...others] = parseRewrites('# /a /b 200\n\n/old /new 301\n/docs/* /docs 200')
  expect(others).toEqual([])
  expect('/docs/a/b').toMatch(new RegExp(rule?.pattern ?? ''))
  expect('/docsx').not.toMatch(new RegExp(rule?.pattern ?? ''))
})
