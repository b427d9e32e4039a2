import './file-drop.css'
import { useRef, useState } from 'react'
import { control } from './antd/control.ts'
import type { FileDropProps } from './antd/drop-area.tsx'
import { useIntent } from './antd/use-intent.ts'
import { Button } from './button.tsx'
import { useTouch } from './use-touch.ts'

const dropArea = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/drop-area.tsx')).DropArea,
)

interface Props extends FileDropProps {
  isCompact?: boolean
  /** Whether a dialog that opens with it focuses the button. */
  isAutofocused?: boolean
}

/**
 * A button and an area around it that take a file: one that is chosen in the browser's picker, or one that is dropped.
 * On touch screens, where nothing is dragged, and until antd's area has loaded, it is the browser's file input. That
 * one stays once the button is pressed, because its picker can be open.
 */
export function FileDrop({ isCompact, isAutofocused, ...props }: Props) {
  const { label, accept, button, onFile, children } = props
  const box = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [isUsed, setUsed] = useState(false)
  const [isOver, setOver] = useState(false)
  const isTouch = useTouch()
  const { Part, want, events } = useIntent(dropArea, box)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside
    <div
      className="file-drop"
      data-compact={isCompact || undefined}
      data-over={isOver || undefined}
      ref={box}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
      }}
    >
      {Part && !isUsed && !isTouch ? (
        <Part {...props} />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an alternative to the button inside
        <div
          className="file-drop-area file-drop-plain"
          {...(!isTouch && { onPointerEnter: want, onDragEnter: want })}
          onDrop={({ dataTransfer }) => {
            const [file] = dataTransfer.files
            if (file) onFile(file)
          }}
        >
          <input
            ref={picker}
            type="file"
            accept={accept}
            hidden
            aria-label={label}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              target.value = ''
              if (file) onFile(file)
            }}
          />
          <div className="file-drop-content">
            <Button
              {...button}
              data-autofocus={isAutofocused || undefined}
              {...(!isTouch && { onFocus: events.onFocus, onBlur: events.onBlur })}
              onPointerDown={() => setUsed(true)}
              onKeyDown={({ key }) => (key === 'Enter' || key === ' ') && setUsed(true)}
              onClick={() => picker.current?.click()}
            />
            {children}
          </div>
        </div>
      )}
    </div>
  )
}
