import './search-select.css'
import { useRef } from 'react'
import { control } from './antd/control.ts'
import type { SearchBoxProps } from './antd/search-box.tsx'
import { useIntent } from './antd/use-intent.ts'
import { useTouch } from './use-touch.ts'

const searchBox = control(async () =>
  import.meta.env.SSR ? null : (await import('./antd/search-box.tsx')).SearchBox,
)

/** Keys that leave a list closed. */
const PASSING = ['Tab', 'Shift', 'Control', 'Alt', 'Meta', 'Escape']

/**
 * A choice from a long list, found by typing a part of its label. On touch screens, the browser's own list. A native
 * list that the user has begun to use stays until the focus leaves it.
 */
export function SearchSelect(props: SearchBoxProps) {
  const box = useRef<HTMLSpanElement>(null)
  const isTouch = useTouch()
  const { Part, isPressed, events } = useIntent(searchBox, box)
  const { label, value, options, onChange, ...rest } = props
  return (
    <span className="search-select" ref={box}>
      {Part && !isPressed && !isTouch ? (
        <Part {...props} />
      ) : (
        <select
          {...rest}
          {...(!isTouch && events)}
          className="field-box"
          aria-label={label}
          value={value}
          onBlur={({ currentTarget, relatedTarget }) => {
            // An open list has the focus itself.
            if (!currentTarget.contains(relatedTarget)) events.onBlur()
          }}
          onKeyDown={({ key }) => {
            // Any other key opens the list or chooses from it.
            if (!PASSING.includes(key)) events.onPointerDown()
          }}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </span>
  )
}
