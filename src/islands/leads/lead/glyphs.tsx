/** Outlines on a grid of 24, in the style of `ui/icon.astro`. */
const SHAPES = {
  call: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  text: 'M4 5h16v11h-9l-5 4v-4H4z',
  email: 'M3 6h18v12H3zM3 7l9 6 9-6',
  directions:
    'M12 21s7-6.2 7-11a7 7 0 1 0-14 0c0 4.8 7 11 7 11zM12 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z',
  more: 'M6.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM12.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM18.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0z',
  close: 'M6 6l12 12M18 6L6 18',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  down: 'M8 10l4 4 4-4',
  created: 'M12 5v14M5 12h14',
  status: 'M5 21V4h12l-2 4 2 4H5',
  edited: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  called: 'M6 3h3l2 5-2.5 1.5a11 11 0 0 0 6 6L16 13l5 2v3a3 3 0 0 1-3 3A15 15 0 0 1 3 6a3 3 0 0 1 3-3z',
  visit: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  task: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2',
  done: 'M5 12l5 5 9-10',
  remove: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
} as const

export type GlyphName = keyof typeof SHAPES

export function Glyph({ name }: { name: GlyphName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}
