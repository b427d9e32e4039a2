import { keyCaps, shortcutOf } from '../../domain/palette/shortcuts.ts'
import { isApple } from '../../platform/page/keyboard.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { TestTag } from '../../ui/test-tag.tsx'
import type { Entry } from './entries.ts'

/** The content of a line: icon, label, detail, and status or shortcut keys. */
export function EntryLine({ entry: { icon, label, detail, lead, shortcut } }: { entry: Entry }) {
  return (
    <>
      {lead ? <Avatar name={label} id={lead.id} /> : <Icon name={icon} />}
      <span className="palette-label">
        <span>{label}</span>
        {detail && <small>{detail}</small>}
      </span>
      <TestTag of={lead ?? null} />
      {lead && <StatusTag status={lead.status} />}
      {shortcut && (
        <span className="palette-keys">
          {keyCaps(shortcutOf(shortcut), isApple()).map((cap) => (
            <kbd key={cap}>{cap}</kbd>
          ))}
        </span>
      )}
    </>
  )
}
