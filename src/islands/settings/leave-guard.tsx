import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { $session } from '../../stores/base/session/session.ts'
import { $isDirty, flushDrafts } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useSave } from './use-save.tsx'

/** The properties of the router's event that this module uses. */
interface Preparation extends Event {
  from: URL
  to: URL
  direction: string
  navigationType: string
  loader: () => Promise<void>
}

/** Returns whether a page shows the settings. The form survives navigation between these pages. */
const isSettings = ({ pathname }: URL) => pathname === '/agent' || pathname === '/playground'

const never = () => new Promise<never>(() => {})

/**
 * Asks for confirmation before the user leaves with unsaved changes: with a dialog within the console, or with the
 * browser's prompt when the document unloads. The draft stays on the device in either case.
 */
export function LeaveGuard() {
  const isDirty = useStore($isDirty)
  const { isSaving, run } = useSave()
  const [isAsking, setAsking] = useState(false)
  const decide = useRef<(leave: boolean) => void>(() => {})

  useEffect(() => {
    if (!isDirty) return
    let isReturning = false
    let isLeaving = false

    const unload = (event: BeforeUnloadEvent) => {
      flushDrafts()
      const isOver = !$isDirty.get() || $session.get().status === 'signed-out'
      if (!isOver && !isLeaving) event.preventDefault()
    }
    const prepare = (event: Event) => {
      const preparation = event as Preparation
      if (isReturning) {
        isReturning = false
        preparation.loader = never
        return
      }
      if (isSettings(preparation.from) && isSettings(preparation.to)) return
      const load = preparation.loader
      preparation.loader = async () => {
        if (await ask()) {
          isLeaving = true
          flushDrafts()
          return load()
        }
        // The browser has already moved through its history, so return to the page.
        if (preparation.navigationType === 'traverse') {
          isReturning = true
          history.go(preparation.direction === 'back' ? 1 : -1)
        }
        // The router discards a pending navigation when the next one starts.
        return never()
      }
    }
    const ask = () => {
      decide.current(false)
      setAsking(true)
      return new Promise<boolean>((resolve) => {
        decide.current = resolve
      })
    }
    addEventListener('beforeunload', unload)
    document.addEventListener('astro:before-preparation', prepare)
    return () => {
      removeEventListener('beforeunload', unload)
      document.removeEventListener('astro:before-preparation', prepare)
    }
  }, [isDirty])

  const close = (leave: boolean) => {
    decide.current(leave)
    setAsking(false)
  }

  if (!isAsking) return null
  return (
    <Dialog title="Leave with unsaved changes?" closesOutside={false} onCancel={() => close(false)}>
      <p>
        They stay on this device, so you can continue when you come back. Visitors don't see them until you
        save.
      </p>
      <div className="dialog-actions">
        <Button quiet text="Stay" onClick={() => close(false)} />
        <Button quiet text="Leave" onClick={() => close(true)} />
        <Button
          text="Save and leave"
          disabled={isSaving}
          onClick={async () => {
            const isSaved = await run()
            // Close the dialog before focus moves to an error behind it.
            flushSync(() => close(isSaved))
          }}
        />
      </div>
    </Dialog>
  )
}
