import { parentPort, workerData } from 'node:worker_threads'
import { busyIn, type Window } from './busy-in.ts'

/** Runs {@link busyIn} in a thread of its own. */
const { text, window } = workerData as { text: string; window: Window }
parentPort?.postMessage(busyIn(text, window))
