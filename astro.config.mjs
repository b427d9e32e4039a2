import react from '@astrojs/react'
import { defineConfig, envField } from 'astro/config'
import { loadEnv } from 'vite'
import { antdStyles } from './scripts/build/antd.ts'
import { clerkIntegration } from './scripts/build/clerk.ts'
import { contractVersion } from './scripts/build/contract-version.ts'
import { inlineScript } from './scripts/build/inline-script.ts'
import { lazyCss } from './scripts/build/lazy-css.ts'
import { mergeChunks } from './scripts/build/merge-chunks.ts'
import { minifyInline } from './scripts/build/minify-inline.ts'
import { hasPlaceholders, valuesFromPage } from './scripts/build/placeholders.ts'
import { precompress } from './scripts/build/precompress.ts'
import { preloadIslands } from './scripts/build/preload-islands.ts'
import { devRewrites } from './scripts/build/rewrites.ts'
import { securityHeaders } from './scripts/build/security-headers.ts'
import { serviceWorker } from './scripts/build/service-worker.ts'
import { styleInHead } from './scripts/build/style-in-head.ts'
import { themeCss } from './scripts/build/theme-css.ts'
import { CONSOLE_VARIABLES, LOCAL } from './scripts/build/variables.ts'
import { clerkVersions } from './src/platform/session/versions.ts'
import { clerkAppearance } from './src/styles/clerk.ts'

const env = {
  ...LOCAL,
  ...loadEnv(process.env.NODE_ENV ?? 'production', import.meta.dirname, 'PUBLIC_'),
  ...process.env,
}

/** @param {string} [fallback] */
const text = (fallback) =>
  envField.string({ context: 'client', access: 'public', optional: true, default: fallback })

export default defineConfig({
  output: 'static',
  outDir: process.env.OUT_DIR ?? './dist',
  cacheDir: './.cache/astro',
  build: { format: 'file' },
  trailingSlash: 'never',
  devToolbar: { enabled: false },
  // The shell loads the next page on intent itself (islands/shell/next-page.ts).
  prefetch: false,
  env: {
    schema: Object.fromEntries(
      Object.entries(CONSOLE_VARIABLES).map(([name, { fallback }]) => [name, text(fallback)]),
    ),
  },
  integrations: [
    react(),
    clerkIntegration({
      publishableKey: env.PUBLIC_CLERK_PUBLISHABLE_KEY,
      proxyUrl: env.PUBLIC_CLERK_PROXY_URL || undefined,
      __internal_clerkJSVersion: clerkVersions.clerkJs,
      __internal_clerkUIVersion: clerkVersions.ui,
      signInUrl: '/sign-up?mode=sign-in',
      signUpUrl: '/sign-up',
      signInFallbackRedirectUrl: '/',
      signUpFallbackRedirectUrl: '/',
      afterSignOutUrl: '/sign-up',
      telemetry: false,
      enableEnvSchema: false,
      appearance: clerkAppearance,
      // Otherwise Clerk takes a lost connection for a visitor without a session.
      experimental: { rethrowOfflineNetworkErrors: true },
    }),
    styleInHead(),
    preloadIslands(),
    minifyInline(),
    securityHeaders(env),
    serviceWorker(env),
    precompress(),
  ],
  vite: {
    // Larger style sheets are files, which the browser keeps, and not part of every page.
    build: { assetsInlineLimit: 4096 },
    define: {
      'import.meta.env.CONTRACT_VERSION': JSON.stringify(contractVersion()),
      // Removes Sentry's debug messages and its recording of frames and shadow roots.
      __SENTRY_DEBUG__: 'false',
      __RRWEB_EXCLUDE_IFRAME__: 'true',
      __RRWEB_EXCLUDE_SHADOW_DOM__: 'true',
    },
    plugins: [
      antdStyles(),
      themeCss(),
      inlineScript(),
      lazyCss(),
      mergeChunks(import.meta.dirname),
      ...(hasPlaceholders(env) ? [valuesFromPage()] : []),
      devRewrites(new URL('./public/_redirects', import.meta.url)),
    ],
    server: {
      proxy: { '/__clerk': { target: process.env.DEV_IDENTITY_URL ?? 'http://localhost:3003' } },
    },
  },
})
