import { ORIGIN } from './console.ts'

/** Stubs the address bar and the tab's history. Restoring the test's stubs removes them. */
export function stubHistory(stub: (name: string, value: unknown) => unknown, path = '/') {
  const entries: { state: unknown; href: string }[] = [{ state: null, href: ORIGIN + path }]
  let index = 0
  const events = new EventTarget()
  const current = () => entries[index] as { state: unknown; href: string }
  const go = (steps: number) => {
    index = Math.min(Math.max(index + steps, 0), entries.length - 1)
    events.dispatchEvent(new Event('popstate'))
  }
  stub('addEventListener', events.addEventListener.bind(events))
  stub('removeEventListener', events.removeEventListener.bind(events))
  stub('location', {
    get href() {
      return current().href
    },
  })
  stub('history', {
    get state() {
      return current().state
    },
    pushState(state: unknown, _title: string, { href }: URL) {
      index += 1
      entries.splice(index, entries.length, { state, href })
    },
    replaceState(state: unknown, _title: string, { href }: URL) {
      entries[index] = { state, href }
    },
    back: () => go(-1),
  })
  return {
    back: () => go(-1),
    forward: () => go(1),
    shown: () => current().href.slice(ORIGIN.length),
    /** Returns the paths of all entries, oldest first. */
    entries: () => entries.map(({ href }) => href.slice(ORIGIN.length)),
  }
}
