import { $themeChoice, nextTheme, type ThemeChoice } from '../../stores/shell/theme.ts'

const NAMES: Record<ThemeChoice, string> = {
  system: 'System theme',
  light: 'Light theme',
  dark: 'Dark theme',
}

/** Binds the button that cycles through the themes. Its label names the current theme. */
export function bindThemeChoice(shell: Element): () => void {
  const button = shell.querySelector('[data-theme-choice]')
  const name = button?.querySelector('[data-label]')
  button?.addEventListener('click', nextTheme)
  return $themeChoice.subscribe((choice) => {
    if (name) name.textContent = NAMES[choice]
  })
}
