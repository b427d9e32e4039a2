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
  const groups = new Map<string, Rule[]>()
  let agents = new Set<string>()
  let isOpen = false
  for (const line of text.split(/\r\n?|\n/)) {
    const [rule = ''] = line.split('#', 1)
    const [field = ''] = rule.split(':', 1)
    const name = field.trim().toLowerCase()
    const value = rule.slice(field.length + 1).trim()
    if (name === 'user-agent') {
      if (!isOpen) agents = new Set()
      const agent = value.toLowerCase()
      if (agent === AGENT || agent === '*') agents.add(agent)
      isOpen = true
    } else if (name === 'allow' || name === 'disallow') {
      isOpen = false
      for (const agent of value ? agents : []) {
        const rules = groups.get(agent) ?? []
        rules.push({ isAllowed: name === 'allow', pattern: value })
        groups.set(agent, rules)
      }
    }
  }
  const rules = groups.get(AGENT) ?? groups.get('*') ?? []
  return (path) => {
    const [best] = rules
      .filter(({ pattern }) => matches(pattern, path))
      .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.isAllowed) - Number(a.isAllowed))
    return best?.isAllowed ?? true
  }
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
