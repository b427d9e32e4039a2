/** Creates a device's storage for the console under test, which tests can fill up or deny. */
export function createDevice() {
  const items = new Map<string, string>()
  let refusal: string | null = null
  const refuse = () => {
    if (refusal) throw new DOMException('No', refusal)
  }
  const localStorage = {
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => {
      if (refusal === 'SecurityError') refuse()
      return items.get(key) ?? null
    },
    setItem: (key: string, value: string) => {
      refuse()
      items.set(key, value)
    },
    removeItem: (key: string) => {
      if (refusal === 'SecurityError') refuse()
      items.delete(key)
    },
  }
  return {
    items,
    localStorage,
    fill: () => {
      refusal = 'QuotaExceededError'
    },
    deny: () => {
      refusal = 'SecurityError'
    },
    relent: () => {
      refusal = null
    },
  }
}
