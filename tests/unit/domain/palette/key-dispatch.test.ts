import { describe, expect, test } from 'vitest'
import { dispatchKey, type KeyPress, SEQUENCE_TIME } from '../../../../src/domain/palette/key-dispatch.ts'
import { isPaletteKey } from '../../../../src/domain/palette/palette-key.ts'
import { keyCaps, SHORTCUTS, shortcutOf } from '../../../../src/domain/palette/shortcuts.ts'

const NONE = {
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  repeat: false,
  isTyping: false,
  dialog: 'none',
} as const

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({ ...NONE, key, ...more })

/** Presses keys one after another, 100 ms apart, and returns the shortcuts that ran. */
function run(...presses: KeyPress[]): string[] {
  let pending: Parameters<typeof dispatchKey>[1] = null
  return presses.flatMap((one, index) => {
    const found = dispatchKey(one, pending, index * 100)
    pending = found.pending
    return found.shortcut ? [found.shortcut.id] : []
  })
}

describe('shortcuts', () => {
  test('no two have the same keys, and no single key begins a sequence', () => {
    const keys = SHORTCUTS.map((shortcut) => shortcut.keys)
    expect(new Set(keys).size).toBe(keys.length)
    const starts = keys.filter((one) => one.includes(' ')).map((one) => one.charAt(0))
    expect(keys.filter((one) => starts.includes(one))).toEqual([])
  })

  test.each(SHORTCUTS.filter((one) => !one.native && !one.keys.startsWith('Mod')))(
    '$keys runs $id',
    ({ keys, id }) => {
      expect(run(...keys.split(' ').map((key) => press(key)))).toEqual([id])
    },
  )

  test('captions name the modifier of the device', () => {
    expect(keyCaps(shortcutOf('palette'), true)).toEqual(['⌘K'])
    expect(keyCaps(shortcutOf('palette'), false)).toEqual(['Ctrl K'])
    expect(keyCaps(shortcutOf('go-to/leads'), false)).toEqual(['g', 'l'])
  })
})

test('single letters only move or open something', () => {
  const letters = SHORTCUTS.filter(({ keys, native }) => /^[a-z]$/.test(keys) && !native).map(({ id }) => id)
  expect(letters).toEqual(['next-lead', 'previous-lead', 'next-waiting', 'status', 'book-call'])
})

describe('sequences', () => {
  test('s alone opens the statuses, and l goes to the leads only after g', () => {
    expect(run(press('s'))).toEqual(['status'])
    expect(run(press('l'))).toEqual([])
    expect(run(press('g'), press('l'))).toEqual(['go-to/leads'])
    expect(run(press('g'), press('l'), press('s'))).toEqual(['go-to/leads', 'status'])
  })

  test('the second key counts only within its time', () => {
    const { pending } = dispatchKey(press('g'), null, 0)
    expect(dispatchKey(press('l'), pending, SEQUENCE_TIME - 1).shortcut?.id).toBe('go-to/leads')
    expect(dispatchKey(press('l'), pending, SEQUENCE_TIME).shortcut).toBeNull()
  })

  test('an unknown second key runs nothing and ends the sequence', () => {
    expect(run(press('g'), press('j'))).toEqual([])
    expect(run(press('g'), press('x'), press('s'))).toEqual(['status'])
  })

  test('typing, a modifier, or a dialog ends the sequence; Shift alone does not', () => {
    expect(run(press('g'), press('e', { isTyping: true }), press('s'))).toEqual(['status'])
    expect(run(press('g'), press('Shift', { shiftKey: true }), press('l'))).toEqual(['go-to/leads'])
    expect(run(press('g'), press('l', { dialog: 'other' }))).toEqual([])
  })
})

describe('nothing runs', () => {
  test.each([
    ['while typing', { isTyping: true }],
    ['while an input method composes', { isComposing: true }],
    ['with Ctrl', { ctrlKey: true }],
    ['with Meta', { metaKey: true }],
    ['with Alt', { altKey: true }],
    ['in another dialog', { dialog: 'other' }],
  ] as const)('%s', (_, more) => {
    for (const key of ['j', 's', '/', '?']) expect(run(press(key, more))).toEqual([])
    expect(run(press('g', more), press('d', more))).toEqual([])
  })

  test('with Shift and a letter', () => {
    expect(run(press('J', { shiftKey: true }))).toEqual([])
  })

  test('while a key is held, except moving in the list', () => {
    expect(run(press('s', { repeat: true }))).toEqual([])
    expect(run(press('j', { repeat: true }))).toEqual(['next-lead'])
  })
})

test("a lead's dialog keeps the keys for leads and screens, and not those for what it covers", () => {
  const at = { dialog: 'lead' } as const
  expect(run(press('j', at), press('s', at), press('?', { ...at, shiftKey: true }))).toEqual([
    'next-lead',
    'status',
    'keys',
  ])
  expect(run(press('g', at), press('d', at))).toEqual(['go-to/'])
  expect(run(press('/', at))).toEqual([])
  expect(run(press('a', at), press('l', at))).toEqual([])
})

test('Caps Lock and layouts without Latin letters work', () => {
  expect(run(press('J'))).toEqual(['next-lead'])
  expect(run(press('о', { code: 'KeyJ' }))).toEqual(['next-lead'])
  expect(run(press('é', { code: 'Digit2' }))).toEqual([])
})

describe('the palette key', () => {
  const withCtrl = { ...NONE, key: 'k', ctrlKey: true }
  const withMeta = { ...NONE, key: 'k', metaKey: true }

  test('is ⌘K on Apple devices and Ctrl K on others', () => {
    expect(isPaletteKey(withCtrl, false)).toBe(true)
    expect(isPaletteKey(withMeta, false)).toBe(false)
    expect(isPaletteKey(withMeta, true)).toBe(true)
    // macOS deletes to the end of the line with it.
    expect(isPaletteKey(withCtrl, true)).toBe(false)
    expect(isPaletteKey({ ...withCtrl, key: 'л', code: 'KeyK' }, false)).toBe(true)
  })

  test('has no other modifier, and is not part of a composition', () => {
    expect(isPaletteKey({ ...withCtrl, shiftKey: true }, false)).toBe(false)
    expect(isPaletteKey({ ...withCtrl, altKey: true }, false)).toBe(false)
    expect(isPaletteKey({ ...withCtrl, metaKey: true }, false)).toBe(false)
    expect(isPaletteKey({ ...withCtrl, isComposing: true }, false)).toBe(false)
    expect(isPaletteKey({ ...NONE, key: 'k' }, false)).toBe(false)
  })
})
