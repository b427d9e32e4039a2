import { inTransaction, openDatabase, withDatabase } from './indexed-db.ts'
import type { Session } from './session-shape.ts'

/** One answer of the server as this device keeps it. */
export interface KeptAnswer {
  /** Names the question within the organization. */
  question: string
  /** When the answer came, in milliseconds since 1970. */
  updatedAt: number
  data: unknown
}

/** Whose answers are kept, and the session that they may be shown in. */
export interface KeptOwner {
  /** Changes with each signing in or out of this browser, and with each new shape of answers. */
  stamp: string
  session: Session
}

/**
 * The last answers of one user in one organization, on this device, shared by all tabs.
 * @throws {StorageError} from all of it.
 */
export interface AnswerStore {
  /** What is kept under `stamp`; what is kept under any other is forgotten. */
  read(stamp: string): Promise<{ owner: KeptOwner; answers: KeptAnswer[] } | null>
  /** From now on answers are this owner's; another owner's are forgotten. */
  begin(owner: KeptOwner): Promise<void>
  /** Keeps an answer, in place of the one before. */
  write(answer: KeptAnswer): Promise<void>
  clear(): Promise<void>
}

const DATABASE = 'fieldhand-answers'
const ANSWERS = 'answers'
const OWNER = 'owner'
/** Long lists are written in pieces, so that no piece holds the page up. */
const PIECE = 400

interface Piece {
  question: string
  index: number
  of: number
  isList: boolean
  updatedAt: number
  part: unknown
}

const sameOwner = (a: KeptOwner | undefined, b: KeptOwner) => JSON.stringify(a) === JSON.stringify(b)

function piecesOf({ question, updatedAt, data }: KeptAnswer): Piece[] {
  const isList = Array.isArray(data) && data.length > PIECE
  const of = isList ? Math.ceil(data.length / PIECE) : 1
  return Array.from({ length: of }, (_, index) => ({
    ...{ question, index, of, isList, updatedAt },
    part: isList ? data.slice(index * PIECE, (index + 1) * PIECE) : data,
  }))
}

/** Answers of which all pieces are there; one that was interrupted while it was written is none. */
function answersOf(pieces: readonly Piece[]): KeptAnswer[] {
  const byQuestion = Map.groupBy(pieces, ({ question }) => question)
  return [...byQuestion.values()].flatMap((found) => {
    const [first] = found
    const isWhole = first && found.length === first.of && found.every((p) => p.updatedAt === first.updatedAt)
    if (!isWhole) return []
    const { question, updatedAt, isList, part } = first
    const sorted = found.toSorted((a, b) => a.index - b.index)
    return [{ question, updatedAt, data: isList ? sorted.flatMap((piece) => piece.part as unknown[]) : part }]
  })
}

const open = () =>
  openDatabase(DATABASE, (database) => {
    database.createObjectStore(ANSWERS, { keyPath: ['question', 'index'] })
    database.createObjectStore(OWNER)
  })

const transact = <Result>(
  mode: IDBTransactionMode,
  ask: (transaction: IDBTransaction) => IDBRequest<Result> | undefined,
) => withDatabase(open, (database) => inTransaction(database.transaction([ANSWERS, OWNER], mode), ask))

const readOwner = () =>
  transact<KeptOwner | undefined>('readonly', (transaction) => transaction.objectStore(OWNER).get(OWNER))

const clear = async () => {
  await transact('readwrite', (transaction) => {
    transaction.objectStore(ANSWERS).clear()
    transaction.objectStore(OWNER).clear()
    return undefined
  })
}

/** The browser's IndexedDB, opened for each use, so that no tab stands in another's way. */
export const answerStore: AnswerStore = {
  async read(stamp) {
    const owner = await readOwner()
    if (!owner) return null
    if (owner.stamp !== stamp) {
      await clear()
      return null
    }
    const pieces: Piece[] = []
    await transact('readonly', (transaction) => {
      // One after the other: all at once, a long list would hold the page up.
      const request = transaction.objectStore(ANSWERS).openCursor()
      request.onsuccess = () => {
        if (request.result) pieces.push(request.result.value)
        request.result?.continue()
      }
      return undefined
    })
    return { owner, answers: answersOf(pieces) }
  },
  async begin(owner) {
    if (sameOwner(await readOwner(), owner)) return
    await transact('readwrite', (transaction) => {
      transaction.objectStore(ANSWERS).clear()
      return transaction.objectStore(OWNER).put(owner, OWNER)
    })
  },
  async write(answer) {
    const pieces = piecesOf(answer)
    for (const piece of pieces) {
      await transact('readwrite', (transaction) => transaction.objectStore(ANSWERS).put(piece))
    }
    // Of a longer answer before; arrays sort after all numbers.
    const rest = IDBKeyRange.bound([answer.question, pieces.length], [answer.question, []])
    await transact('readwrite', (transaction) => transaction.objectStore(ANSWERS).delete(rest))
  },
  clear,
}
