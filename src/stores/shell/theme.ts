import { atom, onMount, type ReadableAtom } from 'nanostores'
import { applyTheme, onSystemTheme, systemTheme, type Theme } from '../../platform/page/appearance.ts'
import { readItem, removeItem, writeItem } from '../../platform/storage/storage.ts'

/** The storage key of the choice; the page's first script also reads it. */
export const THEME_KEY = 'fieldhand.theme'

/** The choices, in the order in which the button cycles through them. */
const THEME_CHOICES = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof THEME_CHOICES)[number]

function readChoice(): ThemeChoice {
  const kept = readItem(THEME_KEY)
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}

const $choice = atom<ThemeChoice>('system')

/** The chosen theme; `system` by default. */
export const $themeChoice: ReadableAtom<ThemeChoice> = $choice

const themeOf = (choice: ThemeChoice): Theme => (choice === 'system' ? systemTheme() : choice)

onMount($choice, () => {
  $choice.set(readChoice())
  return onSystemTheme(() => applyTheme(themeOf($choice.get())))
})

/** Applies a choice and stores it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeItem(THEME_KEY)
  else writeItem(THEME_KEY, choice)
  $choice.set(choice)
  applyTheme(themeOf(choice))
}

export function nextTheme(): void {
  chooseTheme(THEME_CHOICES[(THEME_CHOICES.indexOf($choice.get()) + 1) % THEME_CHOICES.length] ?? 'system')
}
