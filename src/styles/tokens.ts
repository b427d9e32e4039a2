import { sizes } from './theme.ts'

/**
 * Values shared by both themes. Style sheets use them as `var(--space-2)`. The build substitutes the values, so the
 * variables add nothing to a page. docs/design.md describes what each one is for.
 */
export const tokens: Readonly<Record<string, string>> = {
  'space-half': '2px',
  'space-1': '4px',
  'space-2': '8px',
  'space-3': '12px',
  'space-4': '16px',
  'space-5': '20px',
  'space-6': '24px',
  'space-8': '32px',
  'space-12': '48px',

  'text-xs': '11px',
  'text-sm': '13px',
  'text-md': '14px',
  'text-lg': '16px',
  'text-xl': '20px',
  'text-2xl': '24px',
  'text-4xl': '32px',

  'radius-sm': '4px',
  'radius-md': `${sizes.radius}px`,
  'radius-xl': '12px',
  'radius-pill': '22px',

  'size-compact': '32px',
  'size-chip': '36px',
  'size-control': '40px',
  'size-touch': '44px',

  'shadow-raised': '0 1px 2px rgb(0 0 0 / 12%)',
  'shadow-floating': '0 4px 16px rgb(0 0 0 / 20%)',
  'shadow-dialog': '0 12px 40px rgb(0 0 0 / 30%)',

  'layer-sticky': '2',
  'layer-bar': '10',
  'layer-shell': '20',
  'layer-notice': '40',
  'layer-skip': '100',
  'layer-toast': '1100',

  'motion-quick': '0.15s ease-out',

  'color-on-primary': '#fff',
  'color-on-warning': '#212121',
  'color-menu': '#cf4217',
  'color-shade': 'rgb(0 0 0 / 18%)',
  'color-shade-deep': 'rgb(0 0 0 / 30%)',
  'color-backdrop': 'rgb(0 0 0 / 45%)',
  'color-code': '#263238',
  'color-on-code': '#eceff1',
  'color-avatar-0': '#455a64',
  'color-avatar-1': '#8d5a44',
  'color-avatar-2': '#00796b',
  'color-avatar-3': '#6a4fb3',
  'color-avatar-4': '#b0356b',
  'color-avatar-5': '#1e6fb8',
  'color-avatar-6': '#4d7c2a',
  'color-avatar-7': '#a65200',
}

/** Widths in pixels at which layouts change: `@media (width < 768px)`. Style sheets use no other widths. */
export const breakpoints = { phone: 768, tablet: 960, laptop: 1100, desktop: 1200 } as const
