import { vi } from 'vitest'

/**
 * Runs before each file in a worker, so that whatever the previous file loaded, stubbed, or left running doesn't affect
 * it.
 */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()
