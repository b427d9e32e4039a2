import './design.css'
import { type ReactNode, useState } from 'react'
import { breakpoints } from '../../styles/tokens.ts'
import { Icon } from '../../ui/icon.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { WidgetPreview } from './widget-preview.tsx'

/** Shows fields that change the widget next to its preview. If there is no room, the preview is behind a button. */
export function WithPreview({ children }: { children: ReactNode }) {
  const isWide = useMediaQuery(`(width >= ${breakpoints.desktop}px)`)
  const [isShown, setShown] = useState(false)
  return (
    <div className="design">
      <div className="design-fields">
        {!isWide && (
          <button type="button" className="button quiet design-show" onClick={() => setShown(true)}>
            <Icon name="play" />
            Show preview
          </button>
        )}
        {children}
      </div>
      {isWide && <WidgetPreview />}
      {!isWide && isShown && (
        <Sheet title="Preview" onClosed={() => setShown(false)}>
          {() => <WidgetPreview />}
        </Sheet>
      )}
    </div>
  )
}
