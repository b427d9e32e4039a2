const AGENT = 'fieldhand'

interface Rule {
  isAllowed: boolean
  pattern: string
}

/**
 * Returns a function that tells whether a robots.txt (RFC 9309) allows this reader to read a path. Uses the rules for
 * `Fieldhand` if there are any, otherwise the rules for all robots. The longest matching rule applies.
 */
export function readRobots(text: string): (path: string) => boolean {
  const groups = rulesIn(text)
  const rules = groups.get(AGENT) ?? groups.get('*') ?? []
  return (path) => {
    const [best] = rules
      .filter(({ pattern }) => matches(pattern, path))
      .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
    return best?.isAllowed ?? true
  }
}

/** Returns the rules of a robots.txt by agent, for this reader and for all robots. */
function rulesIn(text: string): ReadonlyMap<string, readonly Rule[]> {
  const groups = new Map<string, Rule[]>()
  let agents: string[] = []
  let isNaming = false
  for (const { name, value } of text.split(/\r\n?|\n/).map(fieldIn)) {
    if (name === 'user-agent') {
      agents = [...(isNaming ? agents : []), value.toLowerCase()]
      isNaming = true
    } else if (name === 'allow' || name === 'disallow') {
      isNaming = false
      const rule = { isAllowed: name === 'allow', pattern: value }
      const named = value === '' ? [] : new Set(agents.filter((agent) => agent === AGENT || agent === '*'))
      for (const agent of named) groups.set(agent, [...(groups.get(agent) ?? []), rule])
    }
  }
  return groups
}

/** Returns the name and the value in a line, without its comment. */
function fieldIn(line: string): { name: string; value: string } {
  const [rule = ''] = line.split('#', 1)
  const [name = ''] = rule.split(':', 1)
  return { name: name.trim().toLowerCase(), value: rule.slice(name.length + 1).trim() }
}

/** Returns whether a path matches a pattern with `*` and an optional final `$`. Takes linear time for each asterisk. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$')
  const [start = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(start)) return false
  let at = start.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return !isWhole || at === path.length || (parts.length > 0 && path.endsWith(parts.at(-1) ?? ''))
}
