/** Creates an element. Text is inserted as text, never as HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page lacks #${id}`)
}

export function button(label: string, act: () => void, className = 'link') {
  const made = element('button', className, label)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

/**
 * Returns up to two initials of a name. The console's rule (src/domain/common/initials.ts) needs Intl.Segmenter, which
 * not all visitors' browsers have.
 */
export function initials(name: string): string {
  const words = name.match(/\p{L}[^\s]*/gu) ?? []
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return chosen.map((word = '') => [...word][0]?.toUpperCase() ?? '').join('')
}
