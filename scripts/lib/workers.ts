import { availableParallelism } from 'node:os'

/** How many workers run unit and server tests: many tests wait for a process or a timer, so one more than cores. */
export const TEST_WORKERS = availableParallelism() + 1
