import type { DatabaseConnection, Driver } from 'kysely'
import { currentOwner } from '../base/on-behalf.ts'
import type { Slots } from '../base/slots.ts'

/** The number of an owner's queries that can wait, so that their memory is limited. */
export const MOST_WAITING = 1_000

/**
 * Lets a driver hand out its connections to owners in turn ({@link currentOwner}), so that one with many or slow queries
 * delays the others by at most one query for each connection.
 */
export function shared(driver: Driver, slots: Slots): Driver {
  const frees = new Map<DatabaseConnection, () => void>()
  const acquire = driver.acquireConnection.bind(driver)
  const release = driver.releaseConnection.bind(driver)
  driver.acquireConnection = async (options) => {
    const free = await slots.take(currentOwner())
    try {
      const connection = await acquire(options)
      frees.set(connection, free)
      return connection
    } catch (error) {
      free()
      throw error
    }
  }
  driver.releaseConnection = async (connection, options) => {
    const free = frees.get(connection)
    frees.delete(connection)
    try {
      await release(connection, options)
    } finally {
      free?.()
    }
  }
  return driver
}
