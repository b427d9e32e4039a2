import type { ThemeConfig } from 'antd'

/** Section 9, Theme. The only place where the console's colours and measures are written. */
export const colors = {
  primary: '#e64a19',
  /** Hover and active; also the tone for small text, as white on `primary` reaches only 3.9:1. */
  primaryDark: '#bf360c',
  /** Hover of what already wears `primaryDark`. */
  primaryDeep: '#9c2c09',
  info: '#0288d1',
  success: '#43a047',
  warning: '#fbc02d',
  error: '#d32f2f',
  layout: '#f5f5f5',
  surface: '#ffffff',
  text: '#212121',
  textMuted: '#5f6368',
  border: '#e0e0e0',
} as const

/** Pixels. */
export const sizes = { radius: 6, sidebarCollapsed: 80, sidebarExpanded: 220, phone: 768 } as const

export const fontFamily = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif"

/** antd's class that carries its CSS variables; the styles made at build hang on it. */
export const antdKey = 'fieldhand'

/** antd's tokens from the same constants. */
export const antdTheme: ThemeConfig = {
  token: {
    colorPrimary: colors.primary,
    colorPrimaryHover: colors.primaryDark,
    colorPrimaryActive: colors.primaryDark,
    colorLink: colors.primaryDark,
    colorLinkHover: colors.primary,
    colorInfo: colors.info,
    colorSuccess: colors.success,
    colorWarning: colors.warning,
    colorError: colors.error,
    colorBgLayout: colors.layout,
    colorText: colors.text,
    colorTextDescription: colors.textMuted,
    colorTextPlaceholder: '#6b7075',
    borderRadius: sizes.radius,
    fontFamily,
    motionDurationSlow: '0.2s',
  },
  components: {
    Button: {
      colorPrimary: colors.primaryDark,
      colorPrimaryHover: colors.primaryDeep,
      colorPrimaryActive: colors.primaryDeep,
    },
    Tabs: { itemSelectedColor: colors.primaryDark, itemHoverColor: colors.primaryDark },
    Pagination: { itemActiveColor: colors.primaryDark, itemActiveColorHover: colors.primaryDeep },
  },
}

/** The constants as custom properties, `:root{--color-primary:…}`. */
export function cssVariables(): string {
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const declarations = [
    ...Object.entries(colors).map(([name, value]) => `--color-${kebab(name)}:${value}`),
    `--radius:${sizes.radius}px`,
    `--sidebar-collapsed:${sizes.sidebarCollapsed}px`,
    `--sidebar-expanded:${sizes.sidebarExpanded}px`,
    `--font:${fontFamily}`,
  ]
  return `:root{${declarations.join(';')}}`
}
