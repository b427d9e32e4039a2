/** The gap in pixels between an element and its tooltip, and between the tooltip and the viewport's edge. */
const GAP = 8

/**
 * Shows the tooltips of the sidebar's items on hover and focus. Escape closes them. `textOf` returns an item's tooltip,
 * or an empty string for none. Returns the unbind function.
 */
export function bindTooltips(shell: Element, textOf: (item: HTMLElement) => string): () => void {
  const tip = shell.querySelector<HTMLElement>('[data-tip]')
  if (!tip) return () => undefined

  const hide = () => tip.matches(':popover-open') && tip.hidePopover()
  const show = (item: HTMLElement) => {
    const text = textOf(item)
    if (!text) return
    tip.textContent = text
    if (!tip.matches(':popover-open')) tip.showPopover()
    const at = item.getBoundingClientRect()
    const { width, height } = tip.getBoundingClientRect()
    const hasRoom = at.right + GAP + width + GAP <= innerWidth
    tip.style.left = `${hasRoom ? at.right + GAP : Math.max(GAP, at.right - width)}px`
    tip.style.top = `${hasRoom ? at.top + (at.height - height) / 2 : at.top - height - GAP}px`
  }
  for (const item of shell.querySelectorAll<HTMLElement>('.shell-item, .shell-toggle, .switcher-button')) {
    item.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && show(item))
    item.addEventListener('pointerleave', hide)
    // Deferred, because no popover can open while another one returns or takes focus.
    item.addEventListener('focus', () =>
      requestAnimationFrame(() => item.matches(':focus-visible') && show(item)),
    )
    item.addEventListener('blur', hide)
    item.addEventListener('click', hide)
    item.addEventListener('keydown', (event) => event.key === 'Escape' && hide())
  }
  document.addEventListener('astro:before-swap', hide)
  return () => {
    hide()
    document.removeEventListener('astro:before-swap', hide)
  }
}
