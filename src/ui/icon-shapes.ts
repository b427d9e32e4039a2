import { commonShapes } from './common-shapes.ts'

/** Icon shapes for the shell, the settings, and the palette. */
export const iconShapes = {
  ...commonShapes,
  dashboard: 'M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z',
  agent: 'M12 3v4M5 8h14v10H5zM2.5 12v3M21.5 12v3M9.5 12v1.5M14.5 12v1.5M9 21h6',
  play: 'M4 5h16v11h-9l-4 4v-4H4zM10.5 8v5l4-2.5z',
  leads:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M15.5 4.3a3.5 3.5 0 0 1 0 6.4M17.5 14.6c2.4.8 4 2.8 4 5.4',
  conversations: 'M3 4.5h13v9h-7l-4 3.5v-3.5H3zM19 8.5h2v9h-2v3.5l-4-3.5h-5',
  plug: 'M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4',
  card: 'M3 6h18v12H3zM3 10h18M6.5 14.5h4',
  help: 'M4 12a8 8 0 0 1 16 0M4 12v4h3v-5H4.1M20 12v4h-3v-5h2.9M20 16v1.5a3 3 0 0 1-3 3h-3',
  theme: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 4v16M12 8l3.5-2.6M12 12l7-4.4M12 16l7.4-2.6',
  logout: 'M14 4h5v16h-5M4 12h10M10.5 8l4 4-4 4',
  more: 'M4 6.5h16M4 12h16M4 17.5h16',
  done: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.2 12.2l2.6 2.6 5-5.4',
  almost: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  caution: 'M12 4L2.8 19.5h18.4zM12 10v4M12 16.6v.4',
  alarm: 'M8.3 3.5h7.4l4.8 4.8v7.4l-4.8 4.8H8.3l-4.8-4.8V8.3zM12 8v5M12 15.9v.4',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4',
  building: 'M5 21V4h9v17M14 9h5v12M3 21h18M8 8h3M8 12h3M8 16h3',
  field: 'M4 7h16M4 12h10M4 17h7M17 14v6M14.5 14h5M14.5 20h5',
  download: 'M12 4v11M7.5 11l4.5 4 4.5-4M4.5 20h15',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  key: 'M3 6h18v12H3zM7 10h.01M11 10h.01M15 10h.01M8 14h8',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8h.01',
  up: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
} as const

export type IconName = keyof typeof iconShapes
