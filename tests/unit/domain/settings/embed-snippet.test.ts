import { describe, expect, it } from 'vitest'
import { embedSnippet, organizationSlug } from '../../../../src/domain/settings/embed-snippet.ts'

const profile = { business_name: 'Green Acres', button_text: 'Get Free Quote', closed_button_text: 'Closed' }

describe('organizationSlug', () => {
  it.each([
    ['Fresh Cut Co', 'fresh-cut-co'],
    ['Green Acres Lawn & Landscape', 'green-acres-lawn-&-landscape'],
    ['  Two  Spaces ', 'two-spaces'],
    ['Ünïcode Gärten', 'ünïcode-gärten'],
    ['   ', ''],
  ])('%j', (name, expected) => {
    expect(organizationSlug(name)).toBe(expected)
  })
})

describe('embedSnippet', () => {
  it('loads the agent script with the attributes of section 7', () => {
    expect(embedSnippet({ widgetUrl: 'https://w.test/', profile, organizationId: 'org_1' })).toBe(
      '<script src="https://w.test/agent.js?organization-id=org_1" data-organization="green-acres" data-organization-id="org_1" data-button-text="Get Free Quote" data-closed-text="Closed" async></script>',
    )
  })

  it("escapes the owner's texts", () => {
    const hostile = { ...profile, business_name: '"><img src=x>', button_text: 'a"\n&\'<b>' }
    const snippet = embedSnippet({ widgetUrl: 'https://w.test', profile: hostile, organizationId: 'org_1' })
    expect(snippet).toContain('data-organization="&quot;&gt;&lt;img-src=x&gt;"')
    expect(snippet).toContain('data-button-text="a&quot; &amp;\'&lt;b&gt;"')
    expect(snippet.match(/</g)).toHaveLength(2)
  })

  it('falls back to the id and the default texts', () => {
    const empty = { business_name: ' ', button_text: null, closed_button_text: '' }
    const snippet = embedSnippet({ widgetUrl: 'https://w.test', profile: empty, organizationId: 'org_1' })
    expect(snippet).toContain('data-organization="org_1" data-organization-id="org_1"')
    expect(snippet).toContain('data-button-text="Get Free Quote" data-closed-text="We\'re Closed"')
  })
})
