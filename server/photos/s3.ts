import { type BucketPlace, openBucket } from '../base/bucket.ts'
import type { PhotoStorage } from './storage.ts'

/** Stores photos in a bucket of an S3-compatible service. */
export function s3Storage(place: BucketPlace): PhotoStorage {
  const { put, get, remove } = openBucket(place, 'photo storage')
  return { put: (name, bytes) => put(name, bytes, 'image/jpeg'), get, remove }
}
