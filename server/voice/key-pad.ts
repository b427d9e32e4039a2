/** The most keys that belong together: a phone number with its country code. */
const MOST_KEYS = 11

/** Collects the keys that a caller presses, until the caller stops or presses `#`. */
export class KeyPad {
  readonly #ms: number
  readonly #done: (keys: string) => void
  #keys = ''
  #timer: NodeJS.Timeout | undefined

  constructor(ms: number, done: (keys: string) => void) {
    this.#ms = ms
    this.#done = done
  }

  press(key: string): void {
    clearTimeout(this.#timer)
    if (/\d/.test(key)) this.#keys += key
    if (key === '#' || this.#keys.length >= MOST_KEYS) this.#finish()
    else this.#timer = setTimeout(() => this.#finish(), this.#ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#keys = ''
  }

  #finish(): void {
    const keys = this.#keys
    this.stop()
    this.#done(keys)
  }
}
