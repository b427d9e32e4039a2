import { setTimeout as wait } from 'node:timers/promises'

/** Sends input actions as in the W3C WebDriver standard. */
export interface Wire {
  go(url: string): Promise<void>
  /** The URL of the page, without asking the page itself. */
  address(): Promise<string>
  /** Evaluates an expression in the page. Its value goes through JSON. */
  evaluate(expression: string): Promise<unknown>
  perform(actions: object[]): Promise<void>
  close(): Promise<void>
}

const PATIENCE_MS = 30_000
const PAUSE_MS = 100
const MOST_ATTEMPTS = 20
/** The keys of WebDriver that have no character of their own. */
const KEYS = { Enter: '\uE007', Escape: '\uE00C', Backspace: '\uE003' } as const

/** Runs in the page. Returns the middle of the first match that is visible and enabled, after scrolling to it. */
function place(selector: string, text: string): { x: number; y: number } | null {
  const named = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
    const labels = (element as HTMLInputElement).labels ?? []
    const names = [
      element.getAttribute('aria-label'),
      element.innerText,
      ...[...labels].map((l) => l.innerText),
    ]
    const isOff = (element as HTMLButtonElement).disabled || element.getAttribute('aria-disabled') === 'true'
    return !isOff && names.some((name) => name?.includes(text))
  })
  for (const element of named) {
    element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { x, y, width, height } = element.getBoundingClientRect()
    const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    const top = document.elementFromPoint(at.x, at.y)
    if (width > 0 && element.contains(top)) return at
  }
  return null
}

/** A page of a browser, with real pointer and key events. Each step waits up to 30 seconds for what it needs. */
export class Page {
  readonly #wire: Wire

  constructor(wire: Wire) {
    this.#wire = wire
  }

  go(url: string): Promise<void> {
    return this.#wire.go(url)
  }

  close(): Promise<void> {
    return this.#wire.close()
  }

  /** Runs a function in the page; it must not use anything outside itself. */
  async run<A extends unknown[], T>(work: (...args: A) => T, ...args: A): Promise<T> {
    return (await this.#wire.evaluate(
      `(${work.toString()})(${args.map((arg) => JSON.stringify(arg)).join()})`,
    )) as T
  }

  /** Waits until a function in the page returns a value other than null, false, and ''. */
  async until<A extends unknown[], T>(
    what: string,
    work: (...args: A) => T,
    ...args: A
  ): Promise<NonNullable<T>> {
    const end = Date.now() + PATIENCE_MS
    for (;;) {
      // A page that is being replaced has no answer.
      const found = await this.run(work, ...args).catch(() => null)
      if (found) return found as NonNullable<T>
      if (Date.now() > end) {
        const seen = await this.run(() => `${location.href}\n${document.body.innerText.slice(0, 3000)}`)
        throw new Error(`The page has no ${what}:\n${seen}`)
      }
      await wait(PAUSE_MS)
    }
  }

  /** Waits until the page has gone elsewhere by itself. */
  async leaves(path: string): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    while (new URL(await this.#wire.address()).pathname === path) {
      if (Date.now() > end) throw new Error(`The page stays at ${path}`)
      await wait(PAUSE_MS)
    }
  }

  /** Waits until the page shows a text. */
  async shows(text: string): Promise<void> {
    await this.until(`“${text}”`, (wanted) => document.body.innerText.includes(wanted), text)
  }

  /** Clicks the element of a selector whose name or text contains `text`. */
  async click(selector: string, text = ''): Promise<void> {
    const at = await this.until(`${selector} “${text}”`, place, selector, text)
    const move = { type: 'pointerMove', ...at }
    const press = [
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]
    await this.#wire.perform([{ type: 'pointer', id: 'mouse', actions: [move, ...press] }])
  }

  /** Replaces the text of a field by typing. */
  async fill(selector: string, label: string, text: string): Promise<void> {
    // A form that is still appearing moves away from under the pointer.
    for (let isFocused = false, attempt = 0; !isFocused; attempt++) {
      if (attempt > MOST_ATTEMPTS) throw new Error(`The field “${label}” cannot be focused`)
      await this.click(selector, label)
      isFocused = await this.run((wanted) => {
        const field = document.activeElement as HTMLInputElement
        if (!field.matches(wanted)) return false
        field.select()
        return true
      }, selector)
    }
    await this.type(text)
  }

  async press(key: keyof typeof KEYS): Promise<void> {
    await this.type(KEYS[key])
  }

  async type(text: string): Promise<void> {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await this.#wire.perform([{ type: 'key', id: 'keyboard', actions }])
  }
}
