import './frame.css'
import ConfigProvider from 'antd/es/config-provider'
import darkAlgorithm from 'antd/es/theme/themes/dark'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useTouch } from '../use-touch.ts'
import { themes } from './theme.ts'

const PALETTES = { light: themes.light, dark: { ...themes.dark, algorithm: darkAlgorithm } }

/** Lists and calendars need an edge on dark surfaces. */
const LIST = { classNames: { popup: { root: 'antd-popup' } } }
const CALENDAR = { classNames: { popup: { container: 'antd-popup' } } }

/** A modal dialog covers everything outside of it, so lists and calendars open inside. Elsewhere, they belong to main. */
const popupContainer = (control?: HTMLElement) =>
  control?.closest<HTMLElement>('dialog, [popover], main') ?? document.body

const isDark = () => document.documentElement.dataset.theme === 'dark'

function onPalette(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Gives the antd controls inside it the console's look, in the current palette and size. */
export function Frame({ children }: { children: ReactNode }) {
  const palette = useSyncExternalStore(onPalette, isDark) ? 'dark' : 'light'
  const isTouch = useTouch()
  return (
    <ConfigProvider
      theme={PALETTES[palette]}
      componentSize={isTouch ? 'large' : 'middle'}
      getPopupContainer={popupContainer}
      wave={{ disabled: true }}
      select={LIST}
      datePicker={CALENDAR}
    >
      {children}
    </ConfigProvider>
  )
}
