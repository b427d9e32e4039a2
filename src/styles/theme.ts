/** The only definition of the console's colors and sizes (section 9, Theme). */
export const colors = {
  primary: '#e64a19',
  /**
   * Hover and active states. Also the background of small white text: white on `primary` has a contrast of only 3.9:1.
   */
  primaryDark: '#bf360c',
  /** Hover state of elements in `primaryDark`. */
  primaryDeep: '#9c2c09',
  info: '#0288d1',
  success: '#43a047',
  warning: '#fbc02d',
  error: '#d32f2f',
  layout: '#f5f5f5',
  surface: '#ffffff',
  /** Hovered rows, bar tracks, and disabled controls. */
  surfaceSunken: '#f0f0f0',
  text: '#212121',
  textMuted: '#5f6368',
  border: '#e0e0e0',
  /** Borders of buttons, chips, and tags. Their text also marks their position, so a lower contrast is enough. */
  borderButton: '#c7c7c7',
  /** Borders of fields, with a contrast of 3:1 on every surface. */
  borderStrong: '#85898e',
  /** Accent color for text and lines. */
  accentText: '#bf360c',
  accentTextHover: '#9c2c09',
  /** Background, border, and text of notices and tags, with AA contrast. */
  accentTint: '#fbe9e4',
  accentBorder: '#eeb3a0',
  infoTint: '#e6f4fb',
  infoBorder: '#9ccfec',
  infoText: '#01426f',
  successTint: '#eaf6eb',
  successBorder: '#a8d5aa',
  successText: '#1f5d23',
  warningTint: '#fff8e1',
  warningBorder: '#f0d58a',
  warningText: '#6b4b00',
  attentionTint: '#fff0e0',
  attentionBorder: '#f2bd85',
  attentionText: '#8a3d00',
  errorTint: '#fdeeee',
  errorBorder: '#eeb3b3',
  errorText: '#9d1c1c',
  violetTint: '#f1eafa',
  violetText: '#51307f',
} as const

/** The dark palette. Backgrounds of white text keep their colors. */
export const darkColors: Partial<Record<keyof typeof colors, string>> = {
  layout: '#141517',
  surface: '#1f2124',
  surfaceSunken: '#2a2d31',
  text: '#ececec',
  textMuted: '#aab0b7',
  border: '#383c42',
  borderButton: '#5d636b',
  borderStrong: '#7b828b',
  accentText: '#ff9e80',
  accentTextHover: '#ffbfa8',
  accentTint: '#3a221b',
  accentBorder: '#7a3d29',
  infoTint: '#11303f',
  infoBorder: '#2b6485',
  infoText: '#8fd0f5',
  successTint: '#18301b',
  successBorder: '#3b6b3f',
  successText: '#9fd8a3',
  warningTint: '#33290f',
  warningBorder: '#7a611f',
  warningText: '#f3cf7a',
  attentionTint: '#38230f',
  attentionBorder: '#855321',
  attentionText: '#ffb877',
  errorTint: '#3a1b1b',
  errorBorder: '#7d3a3a',
  errorText: '#f5a3a3',
  violetTint: '#2d2340',
  violetText: '#c9aef0',
}

/** The root attribute of the dark theme. */
export const DARK = ':root[data-theme="dark"]'

/** Sizes in pixels. */
export const sizes = { radius: 6, sidebarCollapsed: 80, sidebarExpanded: 220 } as const

export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"

/** The cascade layers, in order of increasing precedence. docs/design.md describes what each one contains. */
export const LAYERS = '@layer base,antd,clerk,ui,screens,overrides;'

/** Returns the constants as custom properties (`:root{--color-primary:…}`), followed by the dark overrides. */
export function cssVariables(): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const declared = (palette: Partial<Record<keyof typeof colors, string>>) =>
    Object.entries(palette).map(([name, value]) => `--color-${kebab(name)}:${value}`)
  const constants = [
    `--sidebar-collapsed:${sizes.sidebarCollapsed}px`,
    `--sidebar-expanded:${sizes.sidebarExpanded}px`,
    `--font:${fontFamily}`,
  ]
  const light = [...declared(colors), ...constants, 'color-scheme:light'].join(';')
  return `:root{${light}}@media screen{${DARK}{${[...declared(darkColors), 'color-scheme:dark'].join(';')}}}`
}
