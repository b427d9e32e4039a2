import { $themeChoice, nextTheme, type ThemeChoice } from '../../stores/theme.ts'

const NAMES: Record<ThemeChoice, string> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
}

/** The button that goes through the themes says which one is chosen. */
export function bindThemeChoice(shell: Element): () => void {
  const button = shell.querySelector('[data-theme-choice]')
  const name = button?.querySelector('[data-label]')
  button?.addEventListener('click', nextTheme)
  return $themeChoice.subscribe((choice) => {
    if (name) name.textContent = NAMES[choice]
  })
}
