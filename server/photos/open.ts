import { folderStorage, temporaryStorage } from './folder.ts'
import { s3Storage } from './s3.ts'
import type { PhotoPlace, PhotoStorage } from './storage.ts'

/** Opens the configured storage. Nothing is created before the first photo. */
export function openPhotos(place: PhotoPlace): PhotoStorage {
  if (place.kind === 's3') return s3Storage(place)
  return place.kind === 'folder' ? folderStorage(place.folder) : temporaryStorage()
}
