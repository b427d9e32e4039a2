import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../src/contract/limits.ts'
import {
  addSites,
  frameAncestors,
  hostOf,
  isAllowedSite,
} from '../../../../src/domain/settings/allowed-sites.ts'

describe('hostOf', () => {
  it.each([
    ['shop.com', 'shop.com'],
    [' https://www.Shop.com/quote?x=1#y ', 'shop.com'],
    ['http://shop.com:8080', 'shop.com'],
    ['*.shop.com', 'shop.com'],
    ['shop.com.', 'shop.com'],
    ['grün.example', 'xn--grn-ioa.example'],
    ['localhost:4321', 'localhost'],
    ['192.168.0.7', '192.168.0.7'],
    ['http://[::1]:3000', '[::1]'],
  ])('%j is %j', (entry, host) => expect(hostOf(entry)).toBe(host))

  it.each([
    '',
    '  ',
    'shop',
    'my shop.com',
    'https://',
    'a'.repeat(300),
    "shop.com'; script-src *",
    'x;y.z',
    '..',
  ])('refuses %j', (entry) => expect(hostOf(entry)).toBeNull())
})

describe('isAllowedSite', () => {
  it.each([
    [[], 'https://anywhere.test', true],
    [[], 'null', true],
    [['shop.com'], 'https://shop.com', true],
    [['shop.com'], 'http://www.shop.com:8080', true],
    [['shop.com'], 'https://blog.shop.com', true],
    [['https://www.shop.com'], 'https://shop.com', true],
    [['shop.com'], 'https://notshop.com', false],
    [['shop.com'], 'https://shop.com.evil.test', false],
    [['blog.shop.com'], 'https://shop.com', false],
    [['shop.com'], 'null', false],
    [['not a site'], 'https://shop.com', false],
  ])('%j on %s: %s', (list, origin, expected) => expect(isAllowedSite(list, origin)).toBe(expected))
})

describe('frameAncestors', () => {
  it('allows a website, its subdomains, and every port, and nothing else', () => {
    expect(frameAncestors(['shop.com', "x; script-src 'unsafe-inline'", '127.0.0.1'])).toEqual([
      'shop.com:*',
      '*.shop.com:*',
      '127.0.0.1:*',
    ])
    expect(frameAncestors([])).toBeNull()
    expect(frameAncestors(['nothing of use'])).toEqual([])
  })
})

describe('addSites', () => {
  it('adds many at once without duplicates and lists what it left out', () => {
    expect(addSites(['shop.com'], 'https://www.shop.com, Blog.test\nno')).toEqual({
      list: ['shop.com', 'blog.test'],
      refused: ['no'],
      summary: '1 added, 1 already in the list, Not a website address: no',
    })
    expect(addSites([], ' , ')).toEqual({ list: [], refused: [], summary: null })
  })

  it.each([
    ['"c.com"', ['c.com']],
    ["'c.com', “d.com”", ['c.com', 'd.com']],
    ['"c.com"\t"d.com"', ['c.com', 'd.com']],
    ['\u200bc.com\ufeff', ['c.com']],
  ])('drops quotes and invisible characters: %j', (text, list) => {
    expect(addSites([], text)).toMatchObject({ list, refused: [] })
  })

  it('stops when the list is full', () => {
    const full = Array.from({ length: LIMITS.domains }, (_, index) => `site${index}.test`)
    expect(addSites(full, 'one.more')).toEqual({
      list: full,
      refused: ['one.more'],
      summary: '1 not added: the list is full',
    })
  })
})
