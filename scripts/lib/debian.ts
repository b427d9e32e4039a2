import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs an installer and shows its output. Ignores failures; the caller checks whether the program is installed. */
export function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  } catch {
    // The caller tries the next method; the last one reports the problem.
  }
}

/** Installs a Debian package on Debian as root; does nothing elsewhere. */
export function installOnDebian(name: string): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  attempt('apt-get', ['update'])
  attempt('apt-get', ['install', '-y', '--no-install-recommends', name])
}
