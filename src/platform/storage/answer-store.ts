import { openDB } from 'idb'
import type { Session } from '../session/shape.ts'
import { withDatabase } from './with-database.ts'

/** A kept answer of the API. */
export interface KeptAnswer {
  /** Identifies the query within the organization. */
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
  /** Returns what is kept under `stamp`. Removes what is kept under another stamp. */
  read(stamp: string): Promise<{ owner: KeptOwner; answers: KeptAnswer[] } | null>
  /** Sets the owner; removes the answers of another owner. */
  begin(owner: KeptOwner): Promise<void>
  /** Keeps an answer and replaces the previous one. */
  write(answer: KeptAnswer): Promise<void>
  clear(): Promise<void>
}

const ANSWERS = 'answers'
const OWNER = 'owner'

const open = () =>
  openDB('fieldhand-answers', 2, {
    upgrade(database) {
      for (const name of database.objectStoreNames) database.deleteObjectStore(name)
      database.createObjectStore(ANSWERS, { keyPath: 'question' })
      database.createObjectStore(OWNER)
    },
  })

const replaceOwner = (owner: KeptOwner | null) =>
  withDatabase(open, async (database) => {
    const transaction = database.transaction([ANSWERS, OWNER], 'readwrite')
    await transaction.objectStore(ANSWERS).clear()
    if (owner) await transaction.objectStore(OWNER).put(owner, OWNER)
    else await transaction.objectStore(OWNER).clear()
    await transaction.done
  })

const readOwner = () =>
  withDatabase(open, (database): Promise<KeptOwner | undefined> => database.get(OWNER, OWNER))

/** The answers in the browser's IndexedDB. */
export const answerStore: AnswerStore = {
  async read(stamp) {
    const owner = await readOwner()
    if (!owner) return null
    if (owner.stamp !== stamp) {
      await replaceOwner(null)
      return null
    }
    return { owner, answers: await withDatabase(open, (database) => database.getAll(ANSWERS)) }
  },
  async begin(owner) {
    if (JSON.stringify(await readOwner()) !== JSON.stringify(owner)) await replaceOwner(owner)
  },
  async write(answer) {
    await withDatabase(open, (database) => database.put(ANSWERS, answer))
  },
  clear: () => replaceOwner(null),
}
