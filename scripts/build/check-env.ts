import { parsePublishableKey } from '@clerk/shared/keys'
import type { AstroIntegration } from 'astro'

/** Stops a build or dev server that lacks Clerk's key, with a message that says where to get one. */
export function checkEnv(env: Record<string, string>): AstroIntegration {
  return {
    name: 'check-env',
    hooks: {
      'astro:config:setup': ({ command }) => {
        if (command !== 'build' && command !== 'dev') return
        const problem = publishableKeyProblem(env.PUBLIC_CLERK_PUBLISHABLE_KEY)
        if (problem) throw new Error(problem)
      },
    },
  }
}

/** Returns what is wrong with Clerk's publishable key, or null. */
export function publishableKeyProblem(key: string | undefined): string | null {
  const remedy =
    'Set it to the publishable key from your Clerk dashboard (API keys), or run `npm start`, which has its own.'
  if (!key) return `PUBLIC_CLERK_PUBLISHABLE_KEY is not set. ${remedy}`
  if (!parsePublishableKey(key)) {
    return `PUBLIC_CLERK_PUBLISHABLE_KEY is not a publishable key (pk_live_… or pk_test_…). ${remedy}`
  }
  return null
}
