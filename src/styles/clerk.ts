import { colors, fontFamily, sizes } from './theme.ts'

/** Icons, by provider, that replace those on Clerk's image host. The files are in public/icons. */
const providers = ['google', 'apple', 'facebook', 'microsoft', 'github']
const monochrome = new Set(['apple', 'github'])

const providerIcons = Object.fromEntries(
  providers.map((name) => {
    const image = `url(/icons/${name}.svg)`
    return [`providerIcon__${name}`, monochrome.has(name) ? { maskImage: image } : { backgroundImage: image }]
  }),
)

/** The appearance of Clerk's components. Plain data, because it is serialized into the page. */
export const clerkAppearance = {
  cssLayerName: 'clerk',
  variables: {
    colorPrimary: colors.primary,
    colorPrimaryForeground: '#fff',
    colorDanger: colors.error,
    colorSuccess: colors.success,
    colorForeground: 'var(--color-text)',
    colorMutedForeground: 'var(--color-text-muted)',
    colorBackground: 'var(--color-surface)',
    colorInput: 'var(--color-surface)',
    colorInputForeground: 'var(--color-text)',
    colorNeutral: 'var(--color-text)',
    colorMuted: 'var(--color-surface-sunken)',
    borderRadius: `${sizes.radius}px`,
    fontFamily,
  },
  options: { socialButtonsVariant: 'auto', logoPlacement: 'none', showOptionalFields: true },
  elements: {
    ...providerIcons,
    formButtonPrimary: {
      backgroundColor: colors.primaryDark,
      minHeight: '40px',
      '&:hover, &:focus, &:active': { backgroundColor: colors.primaryDeep },
    },
    footerActionLink: {
      color: 'var(--color-accent-text)',
      '&:hover': { color: 'var(--color-accent-text-hover)' },
    },
    profileSectionPrimaryButton: { color: 'var(--color-accent-text)' },
    formFieldAction: { color: 'var(--color-accent-text)' },
    identityPreviewEditButton: { color: 'var(--color-accent-text)' },
    formResendCodeLink: { color: 'var(--color-accent-text)' },
  },
}
