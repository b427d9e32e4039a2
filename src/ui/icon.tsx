import { type IconName, iconShapes } from './icon-shapes.ts'

/** An icon of 20 px in the color of the text. Decorative: its label is beside it. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={iconShapes[name]} />
    </svg>
  )
}
