import { type IDBPObjectStore, openDB } from 'idb'
import type { Session } from '../session/hint.ts'
import { withDatabase } from './with-database.ts'

/** A kept answer of the API. */
export interface KeptAnswer {
  /** Identifies the query, which includes the organization. */
  question: string
  /** When the answer arrived, in milliseconds since 1970. */
  updatedAt: number
  data: unknown
}

/** The owner of the kept answers, and the session in which they may be shown. */
export interface KeptOwner {
  /** Changes with each sign-in and sign-out of this browser, and with each new shape of answers. */
  stamp: string
  session: Session
}

/**
 * The last answers for one user in one organization on this device, shared by all tabs.
 * @throws {StorageError} from every method.
 */
export interface AnswerStore {
  /** Returns the kept answers. Removes those under another stamp. */
  read(stamp: string): Promise<{ owner: KeptOwner; answers: KeptAnswer[] } | null>
  /** Keeps an answer and replaces the previous one. Removes the answers of another owner. */
  write(owner: KeptOwner, answer: KeptAnswer): Promise<void>
  clear(): Promise<void>
}

const ANSWERS = 'answers'
/** The owner's key; it sorts before all questions. */
const OWNER = ''

const open = () =>
  openDB('fieldhand-answers', 3, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore(ANSWERS)
    },
  })

type Store = IDBPObjectStore<unknown, ['answers'], 'answers', 'readwrite'>

const use = <Result>(work: (store: Store) => Promise<Result>) =>
  withDatabase(open, async (database) => {
    const { store, done } = database.transaction(ANSWERS, 'readwrite')
    const [result] = await Promise.all([work(store), done])
    return result
  })

/** The answers in the browser's IndexedDB. */
export const answerStore: AnswerStore = {
  read: (stamp) =>
    use(async (store) => {
      const owner: KeptOwner | undefined = await store.get(OWNER)
      if (owner?.stamp === stamp) return { owner, answers: (await store.getAll()).slice(1) }
      await store.clear()
      return null
    }),
  write: (owner, answer) =>
    use(async (store) => {
      if (JSON.stringify(await store.get(OWNER)) !== JSON.stringify(owner)) {
        await store.clear()
        await store.put(owner, OWNER)
      }
      await store.put(answer, answer.question)
    }),
  clear: () => use((store) => store.clear()),
}
