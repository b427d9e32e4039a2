import { type IDBPObjectStore, openDB } from 'idb'
import { forgetViews } from '../page/last-view/last-view.ts'
import { createResponseTable, RESPONSE_TABLE } from '../storage/response-table.ts'
import { withDatabase } from '../storage/with-database.ts'
import type { Session } from './hint.ts'

export interface CachedResponse {
  /** Identifies the query, including the organization. */
  question: string
  /** The time when the response arrived, in milliseconds since 1970. */
  updatedAt: number
  data: unknown
}

/** The owner of the cached responses, and the session in which they can be shown. */
export interface CacheOwner {
  /** Changes with each sign-in and sign-out in this browser, and with each new response format. */
  stamp: string
  session: Session
}

/**
 * The last responses for one user in one organization on this device, shared by all tabs.
 *
 * @throws {StorageError} from every method.
 */
export interface ResponseCache {
  /** Returns the cached responses. Removes them if they have another stamp. */
  read(stamp: string): Promise<{ owner: CacheOwner; responses: CachedResponse[] } | null>
  /** Stores a response, replacing the previous one. Removes the responses of other owners. */
  write(owner: CacheOwner, response: CachedResponse): Promise<void>
  /** Removes the responses, and the last views of pages, which contain the same data. */
  clear(): Promise<void>
}

const { database: NAME, version: VERSION, store: STORE } = RESPONSE_TABLE
/** The key of the owner's entry. It sorts before all other keys. */
const OWNER = ''

const open = () => openDB(NAME, VERSION, { upgrade: createResponseTable })

type Store = IDBPObjectStore<unknown, ['answers'], 'answers', 'readwrite'>

const use = <Result>(work: (store: Store) => Promise<Result>) =>
  withDatabase(open, async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite')
    const [result] = await Promise.all([work(store), done])
    return result
  })

/** Returns what the script in the page's head has read. Can be called once. */
async function readEarly(stamp: string) {
  const reading = globalThis.window?.fieldhandResponses
  if (!reading) return null
  window.fieldhandResponses = undefined
  const [owner, ...responses] = (await reading) ?? []
  return (owner as CacheOwner | undefined)?.stamp === stamp
    ? { owner: owner as CacheOwner, responses: responses as CachedResponse[] }
    : null
}

/** Stores the responses in the browser's IndexedDB. */
export const responseCache: ResponseCache = {
  read: async (stamp) =>
    (await readEarly(stamp)) ??
    use(async (store) => {
      const owner: CacheOwner | undefined = await store.get(OWNER)
      if (owner?.stamp === stamp) return { owner, responses: (await store.getAll()).slice(1) }
      await store.clear()
      return null
    }),
  write: (owner, response) =>
    use(async (store) => {
      if (JSON.stringify(await store.get(OWNER)) !== JSON.stringify(owner)) {
        await store.clear()
        await store.put(owner, OWNER)
      }
      await store.put(response, response.question)
    }),
  clear: () => {
    forgetViews()
    return use((store) => store.clear())
  },
}
