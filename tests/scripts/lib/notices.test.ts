import { expect, it } from 'vitest'
import { runtimePackages, thirdPartyNotices } from '../../../scripts/lib/notices.ts'

it('finds what a workspace needs at run time, from the nearest folder, each package once', () => {
  const lock = {
    '': { dependencies: { a: '^1.0.0', server: '*' } },
    'node_modules/server': { link: true, resolved: 'server' },
    server: { dependencies: { a: '^2.0.0' } },
    'server/node_modules/a': { version: '2.0.0' },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '*' }, optionalDependencies: { absent: '*' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', peerDependencies: { a: '*' } },
    'node_modules/b': { version: '2.0.0' },
    'node_modules/tool': { version: '1.0.0' },
  }
  expect(runtimePackages(lock, '')).toEqual(['node_modules/a', 'node_modules/a/node_modules/b'])
  expect(runtimePackages(lock, 'server')).toEqual(['server/node_modules/a'])
})

it('contains the licenses of the packages in the console and in the server', () => {
  const console = thirdPartyNotices('')
  expect(console).toMatch(/^react \d.* \(MIT\)$/m)
  expect(console).toMatch(/^antd \d.* \(MIT\)$/m)
  expect(console).toContain('Copyright (c) Meta Platforms')
  expect(console).not.toMatch(/^vitest /m)
  const server = thirdPartyNotices('server')
  expect(server).toMatch(/^hono \d/m)
  expect(server).not.toMatch(/^antd /m)
})
