import './lazy-part.css'
import type { ComponentType, FunctionComponent } from 'react'
import { Boundary } from './boundary.tsx'
import { Button } from './button.tsx'
import { usePart } from './use-part.ts'

/** The error message for a component that loads on a click and cannot be loaded. */
export const NOT_LOADED = 'This could not be loaded. Please check your connection and try again.'

/** Imports a module with a component. */
export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>

/** Takes the place of an import in the build, which links the styles of everything that it can import. */
export const NO_PART = async () => ({ default: () => null })

interface Options {
  /** The name as it appears at the beginning of a sentence, such as "The lead". */
  name: string
}

/** Props of dialogs above the page: whether the dialog is visible, and how to close it. */
interface Opening {
  isOpen?: boolean
  onClose?: () => void
}

/**
 * Returns a component that loads after it is mounted, so it isn't part of the built markup. If it cannot be loaded,
 * because the device is offline or a newer version of the console has replaced it, shows an error with Retry.
 */
export function lazyPart<Props extends object>(
  load: LoadPart<Props>,
  { name }: Options,
): FunctionComponent<Props & Opening> {
  const loadPart = async () => (await load()).default
  return function LazyPart(props: Props & Opening) {
    const { isOpen, onClose } = props
    const { Part, failures, retry } = usePart(loadPart, isOpen !== false)
    if (Part) {
      return (
        <Boundary>
          <Part {...props} />
        </Boundary>
      )
    }
    if (failures === 0 || isOpen === false) return null
    const isRepeated = failures > 1
    return (
      <div
        className="notice part-failure"
        role="alert"
        data-above={onClose ? true : undefined}
        // The user has opened a dialog, so the failure is its outcome. Other parts repeat what the shell reports.
        data-while={onClose ? undefined : 'reachable'}
      >
        <span>
          <strong>{name} could not be loaded.</strong>{' '}
          {isRepeated
            ? 'The console may have been updated. Reload the page to get the new version.'
            : 'Please check your connection.'}
        </span>
        <Button quiet text="Retry" onClick={retry} />
        {isRepeated && <Button quiet text="Reload page" onClick={() => location.reload()} />}
        {onClose && <Button quiet text="Close" onClick={onClose} />}
      </div>
    )
  }
}
