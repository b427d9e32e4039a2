/** Compiles a regular expression that can begin with inline flags, such as `(?i)` or `(?is)`. Throws a SyntaxError. */
export function patternOf(written: string): RegExp {
  const [prefix = '', flags = ''] = /^\(\?([ims]+)\)/.exec(written) ?? []
  const source = written.slice(prefix.length)
  const unique = [...new Set(flags)].join('')
  // Letter properties require the `u` flag, but unnecessary escapes are errors with it.
  return new RegExp(source, /\\[pP]\{/.test(source) ? `${unique}u` : unique)
}
