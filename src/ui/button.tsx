import type { ComponentProps, ReactNode } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  quiet?: boolean
  plain?: boolean
  compact?: boolean
  /** Whether it looks like a link, for use inside a sentence. */
  link?: boolean
  text: ReactNode
}

export function Button({ quiet, plain, compact, link, className, text, type = 'button', ...button }: Props) {
  const classes = [
    link ? 'link-button' : 'button',
    quiet && 'quiet',
    plain && 'plain',
    compact && 'compact',
    className,
  ]
  return (
    <button type={type} className={classes.filter(Boolean).join(' ')} {...button}>
      {text}
    </button>
  )
}
