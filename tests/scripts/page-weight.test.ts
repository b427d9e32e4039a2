import { expect, test } from 'vitest'
import { scriptClosure } from '../../scripts/lib/page-weight.ts'

const files: Record<string, string> = {
  '/_astro/island.js': 'import{a}from"./shared.js";import"./side.js";const later=()=>import("./lazy.js")',
  '/_astro/renderer.js': 'export{b}from"./shared.js";import{c}from"/_astro/deep/react.js"',
  '/_astro/shared.js': 'import"./island.js"',
  '/_astro/side.js': '',
  '/_astro/deep/react.js': 'import "../side.js"',
  '/_astro/page.js': '',
}
function read(path: string): string {
  const content = files[path]
  if (content === undefined) throw new Error(`not in the export: ${path}`)
  return content
}

test('follows static imports of islands, renderers, and scripts once each, but not lazy imports', () => {
  const html = `<astro-island uid="1" component-url="/_astro/island.js" renderer-url="/_astro/renderer.js"></astro-island>
    <script type="module" src="/_astro/page.js"></script>`
  expect([...scriptClosure(html, read)].sort()).toEqual(Object.keys(files).sort())
})

test("follows inline modules and preloads, and ignores Clerk's host", () => {
  const html = `<script type="module">import "/_astro/page.js"</script><link rel="modulepreload" href="/_astro/side.js">
    <script src="/__clerk/npm/@clerk/clerk-js@6/dist/clerk.browser.js"></script><script src="https://x.test/y.js"></script>`
  expect([...scriptClosure(html, read)].sort()).toEqual(['/_astro/page.js', '/_astro/side.js'])
})
