interface Variable {
  /** The value that replaces an unset variable. */
  fallback?: string
  /** What applies if the variable is unset, for docs/configuration.md; by default, the fallback. */
  unset?: string
  /** Markdown for docs/configuration.md. */
  meaning: string
}

/** The server's addresses, for a build that names no other. */
export const LOCAL = { PUBLIC_API_URL: 'http://localhost:3001', PUBLIC_WIDGET_URL: 'http://localhost:3002' }

/** The variables that the console reads when it is built. */
export const CONSOLE_VARIABLES: Readonly<Record<`PUBLIC_${string}`, Variable>> = {
  PUBLIC_API_URL: { fallback: LOCAL.PUBLIC_API_URL, meaning: "The product API's origin" },
  PUBLIC_WIDGET_URL: { fallback: LOCAL.PUBLIC_WIDGET_URL, meaning: "The widget host's origin" },
  PUBLIC_CLERK_PUBLISHABLE_KEY: {
    fallback: '',
    unset: 'the build fails with a message',
    meaning: "Clerk's publishable key",
  },
  PUBLIC_CLERK_PROXY_URL: { unset: 'no proxy', meaning: 'The path or URL of a proxy for Clerk' },
  PUBLIC_MAPS_URL: { unset: "Mapbox's", meaning: 'The URL of the address search' },
  PUBLIC_MAPBOX_TOKEN: { unset: 'no address suggestions', meaning: 'The public token of the address search' },
  PUBLIC_SUPPORT_CHAT_URL: { unset: 'no **Need Help?**', meaning: 'The URL of a Chatwoot server' },
  PUBLIC_SUPPORT_CHAT_TOKEN: { unset: 'no **Need Help?**', meaning: 'Its website token' },
  PUBLIC_SALES_EMAIL: { unset: 'no link', meaning: 'The email address for Enterprise questions' },
  PUBLIC_HELP_URL: {
    unset: 'the support chat, otherwise an email to `PUBLIC_SALES_EMAIL`, otherwise no link',
    meaning: 'The URL of the help pages',
  },
  PUBLIC_SENTRY_DSN: { unset: 'no reports', meaning: "Error reporting: Sentry's DSN" },
  PUBLIC_TOUR_TOKEN: { unset: 'no tour', meaning: "Product tour: Userflow's token" },
  PUBLIC_GTM_ID: { unset: 'no tags', meaning: 'Tag manager: a container, `GTM-…`' },
  PUBLIC_GTM_URL: { fallback: 'https://www.googletagmanager.com', meaning: "The tag manager's origin" },
  PUBLIC_GEOIP_URL: {
    unset: 'no recording',
    meaning: "Session recording, which also needs the DSN: the service that looks up the user's country",
  },
}
