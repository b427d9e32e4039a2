import { isPaletteKey } from '../../domain/palette/palette-key.ts'
import { isFrugal } from '../../platform/page/frugal.ts'
import { isApple } from '../../platform/page/keyboard.ts'
import { $palettePart, showPalette } from '../../stores/palette/palette.ts'
import { hasSingleKeys } from '../../stores/palette/single-keys.ts'
import { dialogInFront, needsLetters } from './focus-place.ts'

/**
 * Opens the palette. Loads the palette and the keyboard shortcuts on first use; pages otherwise load only this module.
 * Runs once and survives transitions.
 */

const OPENER = '[data-palette-open]'
const FAILED = 'This could not be loaded. Check your connection, or reload the page.'

const host = () => document.querySelector<HTMLElement>('[data-palette-host]')
const dialogOf = () => host()?.querySelector('dialog') ?? null

const load = async () => (await import('./load.ts')).loadPalette()
const preload = () => {
  if (!isFrugal()) load().catch(() => undefined)
}

async function mount(): Promise<void> {
  const note = host()?.querySelector<HTMLElement>('.palette-note')
  const say = (text: string) => {
    if (!note) return
    note.textContent = text
    note.hidden = text === ''
  }
  say('Loading…')
  try {
    const { mountPalette } = await load()
    const place = host()
    if (place) mountPalette(place)
  } catch {
    say(FAILED)
  }
}

function draw(): void {
  const dialog = dialogOf()
  const isWanted = $palettePart.get() === 'palette'
  if (isWanted && dialog && !dialog.open) {
    dialog.showModal()
    const field = dialog.querySelector('input')
    // Discard text that was typed before the palette loaded.
    if (field) field.value = ''
    field?.focus()
  }
  if (!isWanted && dialog?.open) dialog.close()
  if ($palettePart.get()) void mount()
}

/** Opens the palette, even if the browser hasn't yet reported that it closed it. */
function openPalette(): void {
  if (!dialogOf()?.open) showPalette(null)
  showPalette('palette')
}

function press(event: KeyboardEvent): void {
  if (event.defaultPrevented) return
  if (isPaletteKey(event, isApple())) {
    const isOpen = dialogOf()?.open
    if (!isOpen && dialogInFront() === 'other') return
    event.preventDefault()
    if (isOpen) showPalette(null)
    else openPalette()
    return
  }
  const { target, key, ctrlKey, metaKey, altKey } = event
  if (key.length > 1 || ctrlKey || metaKey || altKey || needsLetters(target) || !hasSingleKeys()) return
  // Firefox opens its own search with this key.
  if (key === '/') event.preventDefault()
  const dialog = dialogInFront()
  import('./load.ts')
    .then(({ loadKeys }) => loadKeys())
    .then(({ pressKey }) => pressKey(event, dialog))
    .catch(() => undefined)
}

function bind(): void {
  const dialog = dialogOf()
  // The event fires late. By then, the palette can be open again.
  dialog?.addEventListener(
    'close',
    () => !dialog.open && $palettePart.get() === 'palette' && showPalette(null),
  )
  if (!isApple()) return
  for (const key of document.querySelectorAll<HTMLElement>(`${OPENER} kbd`)) key.dataset.keys = '⌘K'
}

document.addEventListener('keydown', press)
document.addEventListener('astro:before-swap', () => showPalette(null))
document.addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest(OPENER)) openPalette()
})
for (const intent of ['pointerover', 'pointerdown', 'focusin']) {
  document.addEventListener(
    intent,
    ({ target }) => target instanceof Element && target.closest(OPENER) && preload(),
    { passive: true },
  )
}
$palettePart.listen(draw)
bind()
