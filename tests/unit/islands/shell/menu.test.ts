import { expect, test } from 'vitest'
import { bar, isCurrent, menu, pathOfFile, rest } from '../../../../src/islands/shell/menu.ts'

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

test('the bar of a phone has the screens of the day, and More the others', () => {
  expect(bar.map(({ label, path }) => `${label} ${path}`)).toEqual([
    'Dashboard /',
    'Inbox /conversations',
    'Leads /leads',
    'Agent /agent',
  ])
  expect(rest.map(({ label }) => label)).toEqual(['Playground', 'Integrations', 'Billing'])
})

test.each([
  ['/conversations', ['Inbox']],
  ['/conversations/conv_1', ['Inbox']],
  ['/leads/lead_1', ['Leads']],
  ['/billing', []],
])('on %s the current item of the bar is %j', (path, labels) => {
  expect(bar.filter((item) => isCurrent(item.path, path)).map(({ label }) => label)).toEqual(labels)
})

test.each([
  ['/', ['Dashboard']],
  ['/leads', ['Leads']],
  ['/leads/lead_1', ['Leads']],
  ['/conversations', []],
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
