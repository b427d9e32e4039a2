import './photo-strip.css'
import { type CSSProperties, useState } from 'react'
import type { Photo } from '../contract/photos.ts'
import { lazyPart } from './lazy-part.tsx'

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'), { name: 'The photo' })

function Thumbnail({ url, width, height }: Pick<Photo, 'url' | 'width' | 'height'>) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span className="photo-missing">Photo not available</span>
  const onError = () => setMissing(true)
  return (
    <img src={url} alt="" width={width} height={height} loading="lazy" decoding="async" onError={onError} />
  )
}

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
          <Thumbnail url={thumbnail_url} width={width} height={height} />
        </button>
      ))}
      {shown !== null && <PhotoViewer photos={photos} first={shown} onClose={() => setShown(null)} />}
    </div>
  )
}
