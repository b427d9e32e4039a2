/** Outlines on a grid of 24, drawn with a stroke of 1.75, like `ui/icon.astro`. */
const SHAPES = {
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20.5 20.5',
  filter: 'M4 6.5h16M7 12h10M10 17.5h4',
  more: 'M6.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM12.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0zM18.6 12a.6.6 0 1 1-1.2 0 .6.6 0 0 1 1.2 0z',
  call: 'M6 3.5h3l1.5 4.5-2 1.5a11 11 0 0 0 5 5l1.5-2 4.5 1.5v3a2 2 0 0 1-2 2A14.5 14.5 0 0 1 4 5.5a2 2 0 0 1 2-2z',
  email: 'M3.5 6h17v12h-17zM4 7l8 6 8-6',
  close: 'M7 7l10 10M17 7L7 17',
  chevron: 'M8 10l4 4 4-4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  lost: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM6 6l12 12',
} as const

/** An icon of the list. Decorative: its label is beside it, or names its button. */
export function Glyph({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-glyph={name}>
      <path d={SHAPES[name]} />
    </svg>
  )
}
