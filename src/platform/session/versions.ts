import manifest from '../../../package.json' with { type: 'json' }

function pinned(name: '@clerk/clerk-js' | '@clerk/ui'): string {
  const version = manifest.dependencies[name]
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`package.json must pin ${name} to one exact version`)
  return version
}

/** The installed and tested versions of the Clerk bundles that pages load. */
export const clerkVersions = { clerkJs: pinned('@clerk/clerk-js'), ui: pinned('@clerk/ui') }
