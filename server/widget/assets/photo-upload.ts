import type { Photo } from '../../../src/contract/photos.ts'
import { ChatError } from './chat-api.ts'
import { type ChosenPhoto, showProgress } from './chat-photos.ts'

/** Timeout of an upload. */
const PATIENCE_MS = 120_000

/**
 * Uploads a photo and reports how much of it is sent, from 0 to 1. Rejects with a ChatError. Only XMLHttpRequest tells
 * the progress of a request.
 */
function uploadPhoto(
  url: string,
  token: string,
  file: Blob,
  progress: (part: number) => void,
): Promise<Photo> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const unreachable = () => reject(new ChatError("Couldn't send the photo", 0))
    request.open('PUT', url)
    request.timeout = PATIENCE_MS
    request.responseType = 'json'
    request.setRequestHeader('Authorization', `Bearer ${token}`)
    request.setRequestHeader('Content-Type', file.type)
    request.upload.addEventListener('progress', ({ loaded, total }) => progress(loaded / Math.max(1, total)))
    request.addEventListener('error', unreachable)
    request.addEventListener('timeout', unreachable)
    request.addEventListener('load', () => {
      const { status, response } = request
      if (status === 200 && response) return resolve(response)
      const message = typeof response?.message === 'string' ? response.message : `HTTP ${status}`
      reject(new ChatError(message, status, Number(request.getResponseHeader('Retry-After')) || null))
    })
    request.send(file)
  })
}

/** The photos of unsent messages, by the message's id. They are lost with the page. */
export function unsentPhotos() {
  const chosen = new Map<string, readonly ChosenPhoto[]>()
  /** Ids on the server, by the URL of the upload. */
  const uploaded = new Map<string, string>()

  return {
    of: (id: string) => chosen.get(id) ?? [],
    keep(id: string, photos: readonly ChosenPhoto[]) {
      if (photos.length > 0) chosen.set(id, photos)
    },
    /** Uploads what is not uploaded yet, one after another, and returns the ids on the server. */
    async upload(id: string, urlOf: (photo: string) => string, token: string): Promise<string[]> {
      const ids: string[] = []
      for (const photo of chosen.get(id) ?? []) {
        const url = urlOf(photo.id)
        const progress = (part: number) => showProgress(photo.id, part)
        const known = uploaded.get(url) ?? (await uploadPhoto(url, token, photo.file, progress)).id
        progress(1)
        uploaded.set(url, known)
        ids.push(known)
      }
      return ids
    },
    /** Releases the photos of messages that no longer wait. */
    keepOnly(waiting: readonly { client_id: string }[]) {
      for (const [id, photos] of chosen) {
        if (waiting.some(({ client_id }) => client_id === id)) continue
        for (const { url } of photos) URL.revokeObjectURL(url)
        chosen.delete(id)
      }
    },
  }
}
