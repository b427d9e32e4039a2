import { expect, test } from 'vitest'
import { fingerprint } from '../../scripts/lib/console-build.ts'
import { withLocalConsole } from '../../scripts/lib/local-console.ts'
import { LOCAL_PUBLISHABLE_KEY, publishableKeyOf, readConfig } from '../../server/app/config.ts'

function local(env: Record<string, string>, ...flags: string[]) {
  return withLocalConsole(env, readConfig(env, flags))
}

test("a local console follows the server's ports", () => {
  expect(local({}, '--api-port', '4001', '--widget-port', '4002')).toEqual({
    PUBLIC_API_URL: 'http://localhost:4001',
    PUBLIC_WIDGET_URL: 'http://localhost:4002',
    PUBLIC_MAPS_URL: 'http://localhost:4001/maps',
    PUBLIC_MAPBOX_TOKEN: 'pk.local',
    PUBLIC_SUPPORT_CHAT_URL: 'http://localhost:4001/support-chat',
    PUBLIC_SUPPORT_CHAT_TOKEN: 'local',
    PUBLIC_CLERK_PUBLISHABLE_KEY: LOCAL_PUBLISHABLE_KEY,
    PUBLIC_CLERK_PROXY_URL: '/__clerk',
  })
})

test('set variables stay, blank ones count as unset, and a real key turns stand-ins off', () => {
  const key = publishableKeyOf('clerk.example.com')
  const env = local({
    PUBLIC_API_URL: 'https://api.example.com',
    PUBLIC_WIDGET_URL: ' ',
    PUBLIC_CLERK_PUBLISHABLE_KEY: key,
  })
  expect(env.PUBLIC_API_URL).toBe('https://api.example.com')
  expect(env.PUBLIC_WIDGET_URL).toBe('http://localhost:3002')
  expect(env.PUBLIC_CLERK_PUBLISHABLE_KEY).toBe(key)
  expect(env).not.toHaveProperty('PUBLIC_CLERK_PROXY_URL')
  expect(env).not.toHaveProperty('PUBLIC_MAPS_URL')
  expect(env).not.toHaveProperty('PUBLIC_SUPPORT_CHAT_URL')
})

test('a map service or token replaces the local map service', () => {
  const withToken = local({ PUBLIC_MAPBOX_TOKEN: 'pk.mine' })
  expect(withToken.PUBLIC_MAPBOX_TOKEN).toBe('pk.mine')
  expect(withToken).not.toHaveProperty('PUBLIC_MAPS_URL')
  const withService = local({ PUBLIC_MAPS_URL: 'https://maps.example.com' })
  expect(withService.PUBLIC_MAPS_URL).toBe('https://maps.example.com')
  expect(withService).not.toHaveProperty('PUBLIC_MAPBOX_TOKEN')
})

test('a support chat or its token replaces the local one', () => {
  const withChat = local({ PUBLIC_SUPPORT_CHAT_URL: 'https://chat.example.com' })
  expect(withChat.PUBLIC_SUPPORT_CHAT_URL).toBe('https://chat.example.com')
  expect(withChat).not.toHaveProperty('PUBLIC_SUPPORT_CHAT_TOKEN')
  expect(local({ PUBLIC_SUPPORT_CHAT_TOKEN: 'x' })).not.toHaveProperty('PUBLIC_SUPPORT_CHAT_URL')
})

test('a build depends on PUBLIC_ variables only, in any order', () => {
  const print = fingerprint({ PUBLIC_A: '1', PUBLIC_B: '2' })
  expect(fingerprint({ PUBLIC_B: '2', PUBLIC_A: '1', OTHER: '3' })).toBe(print)
  expect(fingerprint({ PUBLIC_A: '1', PUBLIC_B: '3' })).not.toBe(print)
})
