import 'virtual:antd/color.css'
import ColorPicker from 'antd/es/color-picker'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { Frame } from './frame.tsx'

export interface ColorBoxProps {
  label: string
  /** The color as `#rrggbb`. */
  value: string
  /** Colors to choose from, with their names. */
  presets: readonly { name: string; color: string }[]
  /** What is wrong with the color. */
  warning: string | null
  onChange: (color: string) => void
}

/** A pasted color can have a transparency, which the widget doesn't. */
const withoutAlpha = (hex: string) => hex.slice(0, 7)

/** A button in the color that opens a panel to pick another one. The panel closes when the focus leaves it. */
export function ColorBox({ label, value, presets, warning, onChange }: ColorBoxProps) {
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const leaving: Leaving = {
    onBlur({ relatedTarget }) {
      if (relatedTarget && !box.current?.contains(relatedTarget)) setOpen(false)
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || !isOpen) return
      event.preventDefault()
      setOpen(false)
      trigger.current?.focus()
    },
  }
  return (
    <Frame>
      <span className="color-box" ref={box}>
        <ColorPicker
          value={value}
          disabledAlpha
          disabledFormat
          arrow={false}
          open={isOpen}
          onOpenChange={setOpen}
          onChange={(color) => onChange(withoutAlpha(color.toHexString()))}
          // Tab goes from the button to the panel.
          getPopupContainer={(button) => button.parentElement ?? document.body}
          classNames={{ popup: { root: 'antd-popup' } }}
          panelRender={(_, { components: { Picker } }) => (
            <Panel name={label} warning={warning} leaving={leaving}>
              <div className="color-presets">
                {presets.map(({ name, color }) => (
                  <button
                    key={name}
                    type="button"
                    aria-label={name}
                    title={name}
                    aria-pressed={color === value}
                    style={{ background: color }}
                    onClick={() => onChange(color)}
                  />
                ))}
              </div>
              <Picker />
            </Panel>
          )}
        >
          <button
            {...leaving}
            type="button"
            className="color-button"
            ref={trigger}
            aria-label={label}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
          >
            <span style={{ background: value }} />
          </button>
        </ColorPicker>
      </span>
    </Frame>
  )
}

/** The events after which the panel can close. */
interface Leaving {
  onBlur: (event: FocusEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

interface PanelProps {
  name: string
  warning: string | null
  leaving: Leaving
  children: ReactNode
}

function Panel({ name, warning, leaving, children }: PanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // antd names neither of them.
    panel.current?.querySelector('[role="slider"]')?.setAttribute('aria-label', 'Hue')
    panel.current?.querySelector('input')?.setAttribute('aria-label', 'Hex value')
  }, [])
  return (
    <div {...leaving} role="dialog" aria-label={name} className="color-panel" ref={panel}>
      {children}
      <p className="color-warning" role="status">
        {warning}
      </p>
    </div>
  )
}
