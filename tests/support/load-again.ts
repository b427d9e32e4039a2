import { vi } from 'vitest'

/** Runs before each file of a worker: what the previous file loaded, stubbed, or left running does not reach it. */
vi.useRealTimers()
vi.unstubAllGlobals()
vi.unstubAllEnvs()
vi.resetModules()
