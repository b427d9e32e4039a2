import './keys-dialog.css'
import { useStore } from '@nanostores/react'
import { keyCaps, SHORTCUT_GROUPS, type Shortcut } from '../../domain/palette/shortcuts.ts'
import { isApple } from '../../platform/page/keyboard.ts'
import { $singleKeys, setSingleKeys } from '../../stores/palette/single-keys.ts'
import { Dialog } from '../../ui/dialog.tsx'

/** Lists every keyboard shortcut by the screen where it works, with a switch for those that work without ⌘ or Ctrl. */
export function KeysDialog({ onClosed }: { onClosed: () => void }) {
  const hasSingleKeys = useStore($singleKeys)
  return (
    <Dialog title="Keyboard shortcuts" className="phone-dialog" width={760} onCancel={onClosed}>
      <div className="keys">
        {SHORTCUT_GROUPS.map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map((row) => (
                <Line key={row.id} row={row} />
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label className="keys-switch">
        <input
          type="checkbox"
          checked={hasSingleKeys}
          onChange={({ target }) => setSingleKeys(target.checked)}
        />
        Use shortcuts without {isApple() ? '⌘' : 'Ctrl'}
      </label>
    </Dialog>
  )
}

function Line({ row }: { row: Shortcut }) {
  const [first, ...then] = keyCaps(row, isApple())
  return (
    <div className="keys-line">
      <dt>{row.label}</dt>
      <dd>
        <kbd>{first}</kbd>
        {then.map((cap) => (
          <span key={cap}>
            {' '}
            then <kbd>{cap}</kbd>
          </span>
        ))}
      </dd>
    </div>
  )
}
