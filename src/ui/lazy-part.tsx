import './lazy-part.css'
import {
  Component,
  type ComponentType,
  type FunctionComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react'

/** What is said where something is loaded at a click, and cannot be had. */
export const NOT_LOADED = 'This could not be loaded. Please check your connection and try again.'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

interface Options {
  /** What it is, at the beginning of a sentence: "The lead". */
  name: string
}

/**
 * A part of the page that is loaded when it is drawn. While it cannot be had, offline or since a newer version of the
 * console has taken its place, it says so, and the rest of the page stands.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  { name }: Options,
): FunctionComponent<Props & Opening> {
  let Part: ComponentType<Props> = lazy(load)
  return function LazyPart(props: Props & Opening) {
    const [attempt, setAttempt] = useState(0)
    const retry = () => {
      Part = lazy(load)
      setAttempt(attempt + 1)
    }
    return (
      <Boundary {...props} key={attempt} name={name} isRepeated={attempt > 0} onRetry={retry}>
        <Suspense>
          <Part {...props} />
        </Suspense>
      </Boundary>
    )
  }
}

/** For dialogs above the page: whether it is visible, and how to close it. */
interface Opening {
  isOpen?: boolean
  onClose?: () => void
}

interface BoundaryProps extends Options, Opening {
  isRepeated: boolean
  onRetry: () => void
  children: ReactNode
}

class Boundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidUpdate(before: BoundaryProps) {
    const { isOpen, onRetry } = this.props
    if (this.state.hasFailed && isOpen && !before.isOpen) onRetry()
  }

  override render() {
    const { name, isRepeated, onRetry, isOpen, onClose, children } = this.props
    if (!this.state.hasFailed) return children
    if (isOpen === false) return null
    return (
      <div className="notice part-failure" role="alert" data-above={onClose ? true : undefined}>
        <span>
          <strong>{name} could not be loaded.</strong>{' '}
          {isRepeated
            ? 'Perhaps the console has been updated: reloading the page brings the new version.'
            : 'Please check your connection.'}
        </span>
        <button type="button" className="button quiet" onClick={onRetry}>
          Retry
        </button>
        {isRepeated && (
          <button type="button" className="button quiet" onClick={() => location.reload()}>
            Reload page
          </button>
        )}
        {onClose && (
          <button type="button" className="button quiet" onClick={onClose}>
            Close
          </button>
        )}
      </div>
    )
  }
}
