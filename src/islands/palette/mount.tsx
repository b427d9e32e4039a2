import { useStore } from '@nanostores/react'
import { createPortal, flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { $palettePart, showPalette } from '../../stores/palette/palette.ts'
import { Boundary } from '../../ui/boundary.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { Palette } from './palette.tsx'

interface Props {
  host: HTMLElement
  dialog: HTMLDialogElement
  /** The text typed before this module loaded. */
  typed: string
}

/** The palette in its dialog, and the list of shortcuts. */
function Parts({ host, dialog, typed }: Props) {
  const part = useStore($palettePart)
  return (
    <>
      <Palette dialog={dialog} isOpen={part === 'palette'} typed={typed} />
      {part === 'keys' && createPortal(<KeysDialog onClosed={() => showPalette(null)} />, host)}
    </>
  )
}

let isMounted = false

/** Replaces the field in the page with the palette. Preserves the typed text and focus. Runs once. */
export function mountPalette(host: HTMLElement): void {
  const dialog = host.querySelector('dialog')
  const content = dialog?.querySelector('.palette-content')
  if (isMounted || !dialog || !content) return
  isMounted = true
  const typed = (dialog.open && content.querySelector('input')?.value) || ''
  flushSync(() =>
    createRoot(content).render(
      <Boundary>
        <Parts host={host} dialog={dialog} typed={typed} />
      </Boundary>,
    ),
  )
}
