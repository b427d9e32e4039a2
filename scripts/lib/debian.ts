import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const LOCK = '/run/lock/fieldhand-apt.lock'

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

/**
 * Installs a Debian package on Debian as root; does nothing elsewhere. Waits until no other script of the project does
 * this, because apt-get fails then.
 */
export function installOnDebian(name: string): void {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  const apt = (...args: string[]) => attempt('flock', [LOCK, 'apt-get', ...args])
  apt('update')
  apt('install', '-y', '--no-install-recommends', name)
}
