import { mkdir, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { randomText } from '../base/ids.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../db/rights.ts'
import { isJournalFile, type JournalStorage, textOf } from './storage.ts'

const ID_LENGTH = 12

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Makes the names in a folder survive a power failure. Windows has no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const opened = await open(folder, 'r')
  await opened.sync().finally(() => opened.close())
}

/** Keeps the journal as files in a folder that only its owner can read: one file per process and day. */
export function folderJournal(folder: string): JournalStorage {
  let writer = randomText(ID_LENGTH)
  let known = ''

  async function write(name: string, flags: 'a' | 'wx', text: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
    const file = await open(join(folder, name), flags, PRIVATE_FILE)
    try {
      await file.writeFile(text)
      await file.datasync()
    } finally {
      await file.close()
    }
    if (name !== known) await syncFolder(folder)
    known = name
  }

  return {
    async append(day, lines) {
      try {
        await write(`${day}-${writer}.jsonl`, 'a', textOf(lines))
      } catch (error) {
        // The file can end with half a line, so the next lines belong in another one.
        writer = randomText(ID_LENGTH)
        throw error
      }
    },
    async names() {
      const found = await readdir(folder).catch((error) => {
        if (isMissing(error)) return []
        throw error
      })
      return found.filter(isJournalFile).toSorted()
    },
    async read(name) {
      return readFile(join(folder, name), 'utf8').catch((error) => {
        if (isMissing(error)) return null
        throw error
      })
    },
    add: (name, text) => write(name, 'wx', text),
  }
}
