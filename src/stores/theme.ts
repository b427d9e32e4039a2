import { atom, onMount, type ReadableAtom } from 'nanostores'
import { onSystemTheme, systemTheme, type Theme, wear } from '../platform/appearance.ts'
import { readItem, removeItem, writeItem } from '../platform/storage.ts'

/** Where the choice is kept on the device; also read by the page's first script. */
export const THEME_KEY = 'fieldhand.theme'

/** What can be chosen, in the order in which the button goes through it. */
const THEME_CHOICES = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

function readChoice(): ThemeChoice {
  const kept = readItem(THEME_KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const $choice = atom<ThemeChoice>('system')

/** The owner's choice of theme; by default the system's. */
export const $themeChoice: ReadableAtom<ThemeChoice> = $choice

const themeOf = (choice: ThemeChoice): Theme => (choice === 'system' ? systemTheme() : choice)

onMount($choice, () => {
  $choice.set(readChoice())
  return onSystemTheme(() => wear(themeOf($choice.get())))
})

/** Changes to the next choice, now and for later visits on this device. */
export function nextTheme(): void {
  const next = THEME_CHOICES[(THEME_CHOICES.indexOf($choice.get()) + 1) % THEME_CHOICES.length] ?? 'system'
  if (next === 'system') removeItem(THEME_KEY)
  else writeItem(THEME_KEY, next)
  $choice.set(next)
  wear(themeOf(next))
}
