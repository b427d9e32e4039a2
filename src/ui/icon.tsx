import { type IconName, iconShapes } from './icon-shapes.ts'

/** A 20 px icon in the text color. Decorative: its label is next to it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[name]} />
    </svg>
  )
}
