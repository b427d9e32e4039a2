import { AsyncLocalStorage } from 'node:async_hooks'

/** The work in progress, and on whose behalf it is done. */
const current = new AsyncLocalStorage<{ owner: string }>()

/**
 * Does work on behalf of an owner: an organization, or a network address until the organization is known. What owners
 * share, such as the connections to the database, is shared by this.
 */
export const onBehalfOf = <Result>(owner: string, work: () => Result): Result => current.run({ owner }, work)

/** Does the rest of the current work on behalf of an organization. */
export function continueFor(organizationId: string): void {
  const work = current.getStore()
  if (work) work.owner = organizationId
}

/** Returns on whose behalf the current work is done; an empty string for this server's own work. */
export const currentOwner = (): string => current.getStore()?.owner ?? ''

/** Returns a function that runs later as a part of the current work. */
export const bound = <Args extends unknown[], Result>(work: (...args: Args) => Result) => {
  const run = AsyncLocalStorage.snapshot()
  return (...args: Args): Result => run(work, ...args)
}
