const BOOLEANS = new Map([
  ...['true', '1', 'yes', 'y', 'on', 't', 'enabled', 'open'].map((text) => [text, true] as const),
  ...['false', '0', 'no', 'n', 'off', 'f', 'disabled', 'closed'].map((text) => [text, false] as const),
])

/** Returns the meaning of a value as a boolean; undefined without one. */
export const booleanOf = (written: unknown): boolean | undefined =>
  BOOLEANS.get(String(written).trim().toLowerCase())
