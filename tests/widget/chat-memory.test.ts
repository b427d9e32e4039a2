import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openMemory } from '../../widget/chat-memory.ts'

const unsent = (client_id: string) => ({ client_id, content: `text of ${client_id}`, problem: null })

let listeners: ((event: { key: string; newValue: string | null }) => void)[]

beforeEach(() => {
  listeners = []
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  })
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof listeners)[number]) => {
    listeners.push(listener)
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps the unsent messages of two tabs in the order in which they were written', () => {
  const [one, two] = [openMemory('org'), openMemory('org')]
  one.unsent()
  two.unsent()
  vi.useFakeTimers({ now: 1_000 })
  one.keepUnsent([unsent('a')])
  vi.setSystemTime(2_000)
  two.keepUnsent([unsent('b')])
  vi.setSystemTime(3_000)
  one.keepUnsent([unsent('a'), unsent('c'), unsent('d')])
  vi.useRealTimers()
  expect(openMemory('org').unsent()).toEqual(['a', 'b', 'c', 'd'].map(unsent))
  expect(openMemory('other').unsent()).toEqual([])
  one.keepUnsent([unsent('c')])
  expect(openMemory('org').unsent()).toEqual([unsent('b'), unsent('c')])
})

it('deletes the conversation and all unsent messages', () => {
  const [one, two] = [openMemory('org'), openMemory('org')]
  one.write({ conversation: 'conv', token: 'secret' })
  one.keepUnsent([unsent('a')])
  two.keepUnsent([unsent('b')])
  expect(openMemory('org').read()).toEqual({ conversation: 'conv', token: 'secret' })
  two.clear()
  expect(openMemory('org').read()).toEqual({ conversation: null, token: null })
  expect(openMemory('org').unsent()).toEqual([])
})

it('reports what another tab has sent, and nothing else', () => {
  const received: (string | null)[] = []
  let seen = 0
  openMemory('org').onOtherTab(
    (settled) => received.push(settled),
    () => seen++,
  )
  const tell = (key: string, newValue: string | null) => {
    for (const listener of listeners) listener({ key, newValue })
  }
  tell('fieldhand:chat:org', '{}')
  tell('fieldhand:chat:org:unsent:a', '{}')
  tell('fieldhand:chat:org:unsent:a', null)
  tell('fieldhand:chat:other:unsent:a', null)
  tell('fieldhand:chat:org:seen', '{}')
  expect(received).toEqual([null, 'a'])
  expect(seen).toBe(1)
})

it('ignores damaged storage', () => {
  localStorage.setItem('fieldhand:chat:org', '{')
  localStorage.setItem('fieldhand:chat:org:unsent:a', 'null')
  expect(openMemory('org').read()).toEqual({ conversation: null, token: null })
  expect(openMemory('org').unsent()).toEqual([])
})
