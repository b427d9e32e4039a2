import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { $isDirty, $settings, discard, save, setField } from '../../../src/stores/settings.ts'
import { connectConsole } from '../../support/console.ts'
import { createDevice } from '../../support/device.ts'
import { letGo } from '../../support/let-go.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'
import { signInTo, signOutNow } from '../../support/session.ts'

let server: TestServer
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeAll(async () => {
  server = await startTestServer({ seed: 'demo' })
}, 60_000)
afterAll(() => server.close())

beforeEach(() => {
  vi.stubGlobal('localStorage', createDevice().localStorage)
  network = connectConsole(server)
  signInTo('org_greenacres')
  closes = []
})
afterEach(() => {
  letGo(closes)
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

async function open() {
  closes.push(
    $settings.subscribe(() => {}),
    $isDirty.subscribe(() => {}),
  )
  await vi.waitFor(() => expect($settings.get()).not.toBeNull(), 10_000)
  network.requests.length = 0
}

const sent = () => network.requests.map(({ method, url }) => `${method} ${url.split('/').at(-1)}`)

describe('a save', () => {
  it('sends profile, FAQs, questions and loads the profile again', async () => {
    await open()
    expect($isDirty.get()).toBe(false)
    setField('phone', '555 0100')
    setField('faqs', [{ key: 'new', question: 'Q', answer: 'A' }])
    setField('questions', [{ key: 'new', question_text: 'How big?' }])
    expect($isDirty.get()).toBe(true)
    expect(await save()).toEqual({ status: 'saved' })
    expect(sent()).toEqual([
      'GET profile',
      'GET faqs',
      'GET qualification-questions',
      'PUT profile',
      'PUT faqs',
      'PUT qualification-questions',
      'GET profile',
    ])
    expect($isDirty.get()).toBe(false)
    expect($settings.get()).toMatchObject({ phone: '555 0100', faqs: [{ key: 'new', question: 'Q' }] })
  })

  it('is not needed after a discard', async () => {
    await open()
    const before = $settings.get()
    setField('phone', '1')
    discard()
    expect($settings.get()).toEqual(before)
  })
})
