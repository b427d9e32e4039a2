import { describe, expect, it } from 'vitest'
import type { WebsiteCheck } from '../../../../src/contract/website-check.ts'
import { findingsOf } from '../../../../src/domain/settings/website-check.ts'

const SNIPPET = {
  organization: 'this',
  host: 'widget.example.com',
  is_from_here: true,
  is_active: true,
  held_by: null,
} as const
const GOOD: WebsiteCheck = {
  url: 'https://green.example.com/',
  snippets: [SNIPPET],
  misplaced: null,
  has_tag_manager: false,
  has_viewport: true,
  blocked: [],
  is_allowed: true,
}

const titles = (change: Partial<WebsiteCheck>) => findingsOf({ ...GOOD, ...change }).map(({ title }) => title)

describe('the findings of a check', () => {
  it('are good if nothing keeps the chat from showing', () => {
    expect(findingsOf(GOOD).map(({ isGood, title }) => [isGood, title])).toEqual([
      [true, 'The code is on your website'],
      [true, 'Your website and your settings allow the chat'],
    ])
  })

  it('name each thing that is wrong with the code', () => {
    const snippets = [
      { ...SNIPPET, organization: 'other' as const },
      { ...SNIPPET, organization: 'unknown' as const, is_from_here: false, host: 'old.example.com' },
      { ...SNIPPET, is_active: false },
      { ...SNIPPET, organization: 'none' as const },
    ]
    expect(titles({ snippets })).toEqual([
      'The code loads the chat from old.example.com',
      'The code opens the chat of another organization',
      'The code names no organization',
      'The code names an organization that cannot be found',
      'Something keeps the code from running right away',
      'The code is on the page 4 times',
    ])
  })

  it('tell where the code is instead', () => {
    const text = (change: Partial<WebsiteCheck>) => findingsOf({ ...GOOD, snippets: [], ...change })[0]?.text
    expect(text({ misplaced: 'text' })).toMatch(/read it there as text/)
    expect(text({ misplaced: 'comment' })).toMatch(/comment/)
    expect(text({ misplaced: 'unclosed' })).toMatch(/end is missing/)
    expect(text({ misplaced: 'noscript' })).toMatch(/<noscript>/)
    expect(text({ misplaced: 'template' })).toMatch(/<template>/)
    expect(text({ misplaced: 'script' })).toMatch(/does not run scripts/)
    expect(text({ has_tag_manager: true })).toMatch(/cannot see what a tag manager adds/)
    expect(text({})).toMatch(/check again/)
  })

  it('name the plugin that holds the code back, and what to do', () => {
    const held = (kind: 'consent' | 'speed') =>
      findingsOf({
        ...GOOD,
        snippets: [{ ...SNIPPET, is_active: false, held_by: { name: 'Acme', kind } }],
      })[0]
    expect(held('consent')).toMatchObject({ isGood: false, title: 'Acme decides when the code runs' })
    expect(held('consent')?.text).toMatch(/agrees/)
    expect(held('speed')?.text).toMatch(/exclude agent\.js/)
  })

  it('include a missing viewport tag, without blaming it for the chat', () => {
    expect(findingsOf({ ...GOOD, has_viewport: false }).map(({ isGood }) => isGood)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('list what the policy lacks, and that the settings do not allow the website', () => {
    const blocked = ['frame-src https://widget.example.com']
    expect(findingsOf({ ...GOOD, blocked, is_allowed: false })).toMatchObject([
      { isGood: true },
      { isGood: false, code: blocked },
      { isGood: false, title: 'Your settings do not allow this website' },
    ])
  })
})
