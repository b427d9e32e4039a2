/** Compiles a regular expression that can begin with inline flags, such as `(?i)` or `(?is)`. Throws SyntaxError. */
export function patternOf(written: string): RegExp {
  const [prefix = '', flags = ''] = /^\(\?([ims]+)\)/.exec(written) ?? []
  const source = written.slice(prefix.length)
  const unique = [...new Set(flags)].join('')
  // Only with the flag u do properties of letters have a meaning, and only without it are needless escapes allowed.
  return new RegExp(source, /\\[pP]\{/.test(source) ? `${unique}u` : unique)
}
