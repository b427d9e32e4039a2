import './photo-strip.css'
import { type CSSProperties, useState } from 'react'
import type { Photo } from '../contract/photos.ts'
import { lazyPart } from './lazy-part.tsx'

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'), { name: 'The photo' })

/** The photos of one message as thumbnails. A click enlarges them. */
export default function PhotoStrip({ photos }: { photos: readonly Photo[] }) {
  const [shown, setShown] = useState<number | null>(null)
  return (
    <div className="photo-strip">
      {photos.map(({ id, thumbnail_url, width, height }, index) => (
        <button
          type="button"
          key={id}
          aria-label={`Show photo ${index + 1} of ${photos.length}`}
          style={{ '--ratio': width / height } as CSSProperties}
          onClick={() => setShown(index)}
        >
          <img src={thumbnail_url} alt="" width={width} height={height} loading="lazy" decoding="async" />
        </button>
      ))}
      {shown !== null && <PhotoViewer photos={photos} first={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
