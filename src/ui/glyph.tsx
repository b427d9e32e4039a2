import { commonShapes } from './common-shapes.ts'

/** Icon shapes of the leads screens, on the same grid as the common shapes. */
const SHAPES = {
  ...commonShapes,
  text: 'M4 5h16v11h-9l-5 4v-4H4z',
  email: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  directions:
    'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  more: 'M6.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM12.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM18.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0z',
  next: 'M9 5l7 7-7 7',
  filter: 'M4 6.5h16M7 12h10M10 17.5h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  lost: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12',
  status: 'M5 21V4h12l-2 4 2 4H5',
  edited: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  visit: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  task: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
} as const

export type GlyphName = keyof typeof SHAPES

/** An icon of the leads screens. Decorative: a label is next to it, or names its button. */
export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}
