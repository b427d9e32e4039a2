import { expect, test } from 'vitest'
import { campaignLabel } from '../../../../src/domain/leads/origin.ts'

test('a campaign is named by its parts that are known', () => {
  expect(campaignLabel({ source: 'google', medium: null, campaign: 'fall' })).toBe('google · fall')
})
