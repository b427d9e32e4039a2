const USUAL_SECONDS = 20
const LONGEST_TEXT = 200

const STYLES = `
.teaser { position: absolute; bottom: calc(72px * var(--zoom)); display: flex; align-items: flex-start; width: max-content; max-width: min(280px, calc(100vw / var(--zoom) - 40px)); transform: scale(var(--zoom)); transform-origin: bottom right; border-radius: 12px; background: #fff; color: #212121; font: 15px/1.4 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; box-shadow: 0 4px 20px rgb(0 0 0 / 22%); }
.teaser button { border: 0; border-radius: 12px; background: none; color: inherit; font: inherit; cursor: pointer; }
.say { padding: 12px 0 12px 14px; text-align: start; overflow-wrap: anywhere; }
.dismiss { flex: none; width: 44px; height: 44px; padding: 0; font-size: 20px; }
:host(.right) .teaser { right: 0; }
:host(.left) .teaser { left: 0; }
:host(.open) .teaser { display: none; }
@media (prefers-color-scheme: dark) { .teaser { background: #1c1e21; color: #e8eaed; } }
`

interface Parts {
  root: ShadowRoot
  addStyles: (root: ShadowRoot, styles: string) => void
  organization: string
  text: string
  /** In seconds. If it isn't positive, the default applies. */
  after: number
  /** Returns whether the visitor is already chatting. */
  isUnwanted: () => boolean | undefined
  open: () => void
}

/**
 * Shows a text above the launcher after a delay, until the visitor opens the chat or dismisses the text. Shows it once
 * per visit. Returns a function that removes it.
 */
export function createTeaser({
  root,
  addStyles,
  organization,
  text,
  after,
  isUnwanted,
  open,
}: Parts): () => void {
  const key = `fieldhand:teased:${organization}`
  const bubble = document.createElement('div')

  function end() {
    clearTimeout(timer)
    bubble.remove()
    try {
      sessionStorage.setItem(key, '1')
    } catch {
      // The teaser will appear again on the next page.
    }
  }

  function isDone(): boolean {
    try {
      return sessionStorage.getItem(key) !== null
    } catch {
      return false
    }
  }

  function button(className: string, label: string, act: () => void) {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = className
    made.textContent = label
    made.addEventListener('click', act)
    bubble.append(made)
    return made
  }

  bubble.className = 'teaser'
  bubble.setAttribute('role', 'status')
  button('say', text.slice(0, LONGEST_TEXT), () => open())
  button('dismiss', '×', end).setAttribute('aria-label', 'Dismiss')

  function show() {
    if (isDone() || isUnwanted()) return
    addStyles(root, STYLES)
    root.prepend(bubble)
  }
  const timer = setTimeout(show, (after > 0 ? after : USUAL_SECONDS) * 1_000)
  return end
}
