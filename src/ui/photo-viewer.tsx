import './photo-viewer.css'
import { type KeyboardEvent, useState } from 'react'
import type { Photo } from '../contract/photos.ts'
import { Dialog } from './dialog.tsx'

interface Props {
  photos: readonly Photo[]
  /** The index of the photo to show first. */
  first: number
  onClose: () => void
}

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Shows enlarged photos, one at a time. Arrow keys move between them. */
export default function PhotoViewer({ photos, first, onClose }: Props) {
  const [index, setIndex] = useState(first)
  const [failed, setFailed] = useState<string | null>(null)
  const photo = photos[index]
  if (!photo) return null
  const go = (step: number) => setIndex(Math.min(photos.length - 1, Math.max(0, index + step)))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined) return
    event.preventDefault()
    // The same keys open the next or previous lead.
    event.stopPropagation()
    go(step)
  }
  const { id, url, width, height } = photo
  return (
    <Dialog
      title={photos.length === 1 ? 'Photo' : `Photo ${index + 1} of ${photos.length}`}
      className="photo-viewer"
      width="min(1200px, 96vw)"
      onCancel={onClose}
      actions={
        <a className="button quiet" href={`${url}?download`}>
          Download
        </a>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles the keys of its buttons, wherever focus is */}
      <div className="photo-stage" data-autofocus tabIndex={-1} onKeyDown={onKeyDown}>
        {failed === url ? (
          <p className="muted" role="alert">
            The photo could not be loaded.
          </p>
        ) : (
          <img
            key={id}
            src={url}
            alt={`${index + 1} of ${photos.length}, sent by the visitor`}
            width={width}
            height={height}
            onError={() => setFailed(url)}
          />
        )}
        {photos.length > 1 && (
          <>
            <Step label="Previous photo" path="M15 5l-7 7 7 7" isOff={index === 0} onGo={() => go(-1)} />
            <Step
              label="Next photo"
              path="M9 5l7 7-7 7"
              isOff={index === photos.length - 1}
              onGo={() => go(1)}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}

interface StepProps {
  label: string
  path: string
  isOff: boolean
  onGo: () => void
}

/** A button that remains focusable at either end, so that the keyboard user's focus isn't lost. */
const Step = ({ label, path, isOff, onGo }: StepProps) => (
  <button type="button" className="icon-button" aria-label={label} aria-disabled={isOff} onClick={onGo}>
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  </button>
)
