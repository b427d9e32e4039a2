import { afterEach, expect, it } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { fetchOnboardingProgress } from '../../../src/api/onboarding.ts'
import { faults } from '../../support/faults.ts'

afterEach(() => configure())

function answer(respond: () => Response | Promise<Response>): void {
  configure({ baseUrl: 'http://localhost:3001', fetch: async () => respond(), getToken: async () => 'token' })
}

it.each([
  ['no content', () => new Response(null, { status: 204 })],
  ['an empty answer', faults.text('')],
  ['null', faults.json(null)],
  ['an empty object', faults.json({})],
  ['a step without a value', faults.json({ current_step: null })],
  ['404', () => new Response('', { status: 404 })],
])('%s is no progress', async (_, respond) => {
  answer(respond)
  expect(await fetchOnboardingProgress('org_a')).toBeNull()
})

it.each([
  [{ current_step: 0, completed_steps: 3, is_complete: true }],
  [{ current_step: 0, completed_steps: 1, is_complete: false }],
])('%j is progress', async (progress) => {
  answer(faults.json(progress))
  expect(await fetchOnboardingProgress('org_a')).toEqual(progress)
})

it('a missing field follows from the others', async () => {
  answer(faults.json({ is_complete: true }))
  expect(await fetchOnboardingProgress('org_a')).toEqual({
    current_step: 3,
    completed_steps: 3,
    is_complete: true,
  })
})

it('a web page is an error', async () => {
  answer(faults.webPage)
  await expect(fetchOnboardingProgress('org_a')).rejects.toThrow('web page')
})
