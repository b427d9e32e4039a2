import { expect, test } from 'vitest'
import { createChat } from '../../../dev/support-chat/app.ts'
import { readConfig } from '../../../server/app/config.ts'

const chat = createChat({ config: readConfig({}) })

test("the SDK and the frame's files are scripts and styles that any page may load", async () => {
  for (const [path, type] of [
    ['/packs/js/sdk.js', 'text/javascript; charset=utf-8'],
    ['/assets/frame.js', 'text/javascript; charset=utf-8'],
    ['/assets/frame.css', 'text/css; charset=utf-8'],
  ] as const) {
    const response = await chat.request(path)
    expect(response.headers.get('content-type'), path).toBe(type)
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    if (type.startsWith('text/javascript')) {
      expect(await response.text()).not.toMatch(/\binterface\b|: string\b/)
    }
  }
})

test('the frame says that it is a stand-in, and only the console may embed it', async () => {
  const response = await chat.request('/widget?website_token=local')
  expect(response.headers.get('content-security-policy')).toContain('frame-ancestors http://localhost:3000')
  expect(await response.text()).toContain('Nobody reads it')
})

test('without a token, and on other paths, the response is an error', async () => {
  expect((await chat.request('/widget')).status).toBe(404)
  expect(await (await chat.request('/elsewhere')).json()).toEqual({ message: 'Not Found' })
})
