import { expect, test } from 'vitest'
import { isCurrent, menu, pathOfFile } from '../../../../src/islands/shell/menu.ts'

test('the menu has the order of section 2', () => {
  expect(menu.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Dashboard /',
    'Agent /agent',
    'Playground /playground',
    'Leads /leads',
    'Integrations /integrations',
    'Billing /billing',
  ])
})

test.each([
  ['/', ['Dashboard']],
  ['/leads', ['Leads']],
  ['/leads/lead_1', ['Leads']],
  ['/conversations', ['Leads']],
  ['/conversations/conv_1', ['Leads']],
  ['/leadsheet', []],
  ['/organization', []],
])('on %s the current item is %j', (path, labels) => {
  expect(menu.filter((item) => isCurrent(item.path, path)).map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/index', '/'],
  ['/leads.html', '/leads'],
  ['/leads', '/leads'],
  ['/leads/index.html', '/leads'],
])('the page in %s is at %s', (file, path) => {
  expect(pathOfFile(file)).toBe(path)
})
