import './avatar.css'
import { avatarColor, initials } from '../domain/common/initials.ts'

interface Props {
  name: string
  /** Determines the color, so that a person keeps the same color when the name changes. */
  id?: string
}

/**
 * A person's initials on a stable color, or a silhouette for people without a name. Decorative: the name is next to it.
 */
export function Avatar({ name, id = name }: Props) {
  const letters = initials(name)
  return (
    <span className="avatar" data-color={avatarColor(id)} aria-hidden="true">
      {letters ?? (
        <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
          <circle cx="12" cy="8" r="4" />
          <path d="M4 21a8 8 0 0 1 16 0" />
        </svg>
      )}
    </span>
  )
}
