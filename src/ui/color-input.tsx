import './color-input.css'
import { useRef } from 'react'
import type { ColorBoxProps } from './antd/color-box.tsx'
import { control } from './antd/control.ts'
import { useIntent } from './antd/use-intent.ts'
import { useTouch } from './use-touch.ts'

const colorBox = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/color-box.tsx')).ColorBox,
)

/** A color, picked in a panel. On touch screens, the browser's own picker, which also stays while it is in use. */
export function ColorInput(props: ColorBoxProps) {
  const box = useRef<HTMLSpanElement>(null)
  const isTouch = useTouch()
  const { Part, isPressed, events } = useIntent(colorBox, box)
  return (
    <span className="color-input" ref={box}>
      {Part && !isPressed && !isTouch ? (
        <Part {...props} />
      ) : (
        <input
          {...(!isTouch && events)}
          type="color"
          aria-label={props.label}
          value={props.value}
          onKeyDown={({ key }) => {
            if (key === 'Enter' || key === ' ') events.onPointerDown()
          }}
          onChange={({ target }) => props.onChange(target.value)}
        />
      )}
    </span>
  )
}
