import { expect, it } from 'vitest'
import { unreadCounter } from '../../widget/chat-unread.ts'

const by = (author: string, position: number) => ({
  id: `m${position}`,
  position,
  message_type: author === 'visitor' ? 'incoming' : 'outgoing',
  author,
  author_name: null,
  content: 'Hi',
  photos: [],
  created_at: '2026-11-23T15:00:00.000Z',
})

/** A tab; several share what the visitor has seen. */
function aTab(store: { seen: number | null }, is: { seen: boolean }) {
  const counts: number[] = []
  const counter = unreadCounter({
    seen: () => store.seen,
    keepSeen(position) {
      store.seen = Math.max(store.seen ?? -1, position)
    },
    isSeen: () => is.seen,
    changed: (count) => void counts.push(count),
  })
  return { ...counter, count: () => counts.at(-1) }
}

it('counts what the business says while the visitor does not look, once', () => {
  const is = { seen: false }
  const tab = aTab({ seen: null }, is)
  tab.add([by('agent', 0), by('visitor', 1), by('agent', 2)])
  expect(tab.count()).toBe(0)
  tab.add([by('person', 3)])
  tab.add([by('person', 3), by('agent', 4)])
  expect(tab.count()).toBe(2)
  is.seen = true
  tab.update()
  expect(tab.count()).toBe(0)
  is.seen = false
  tab.add([by('person', 5)])
  expect(tab.count()).toBe(1)
  tab.clear()
  expect(tab.count()).toBe(0)
})

it('counts after a reload, and nothing that another tab has shown or the visitor has answered', () => {
  const store = { seen: 2 }
  const [hidden, shown] = [aTab(store, { seen: false }), aTab(store, { seen: true })]
  const all = [by('agent', 0), by('visitor', 1), by('agent', 2), by('person', 3), by('person', 4)]
  hidden.add(all)
  expect(hidden.count()).toBe(2)
  shown.add(all)
  hidden.update()
  expect(hidden.count()).toBe(0)
  hidden.add([by('person', 5)])
  expect(hidden.count()).toBe(1)
  hidden.add([by('visitor', 6)])
  expect(hidden.count()).toBe(0)
})
