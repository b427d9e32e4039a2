import type { Photo } from '../contract/photos.ts'
import { lazyPart } from './lazy-part.tsx'

const PhotoStrip = lazyPart(() => import('./photo-strip.tsx'), { name: 'The photos' })

/**
 * The photos of one message. Most messages have none, so the component that shows them loads with the first message
 * that has photos.
 */
export const Photos = ({ photos }: { photos: readonly Photo[] }) =>
  photos.length === 0 ? null : <PhotoStrip photos={photos} />
