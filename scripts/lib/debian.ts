import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs an installer with its output shown; a failure is left to whoever looks for what it should bring. */
export function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    // The next way is tried; the last one says what is wrong.
  }
}

/** Installs a Debian package where this is Debian and we are root; does nothing elsewhere. */
export function installOnDebian(name: string): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  attempt('apt-get', ['update'])
  attempt('apt-get', ['install', '-y', '--no-install-recommends', name])
}
