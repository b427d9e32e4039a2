import type { Photo } from '../src/contract/photos.ts'
import { ChatError } from './chat-api.ts'
import { type ChosenPhoto, showProgress } from './chat-photos.ts'

const PATIENCE_MS = 120_000

/**
 * Uploads a photo and reports its progress, from 0 to 1. Rejects with a ChatError. Uses XMLHttpRequest, because nothing
 * else reports upload progress.
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

/** Stores the photos of unsent messages by message ID. They are lost with the page. */
export function unsentPhotos() {
  const chosen = new Map<string, readonly ChosenPhoto[]>()
  /** The photo IDs on the server, by upload URL. */
  const uploaded = new Map<string, string>()

  return {
    of: (id: string) => chosen.get(id) ?? [],
    keep(id: string, photos: readonly ChosenPhoto[]) {
      if (photos.length > 0) chosen.set(id, photos)
    },
    /** Uploads the photos that haven't been uploaded yet, one at a time, and returns their IDs on the server. */
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
    /** Releases the photos of messages that are no longer waiting. */
    keepOnly(waiting: readonly { client_id: string }[]) {
      for (const [id, photos] of chosen) {
        if (waiting.some(({ client_id }) => client_id === id)) continue
        for (const { url } of photos) URL.revokeObjectURL(url)
        chosen.delete(id)
      }
    },
  }
}
