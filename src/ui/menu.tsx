import './menu.css'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { placeBelow } from './place-below.ts'

export interface MenuItem {
  key: string
  label: string
  /** Shown at the end of the line. For example, the equivalent keyboard shortcut. */
  hint?: string | undefined
  icon?: ReactNode
  /** Makes the item a link instead of an action. */
  href?: string | undefined
  /** Makes the item a radio item. */
  isChecked?: boolean | undefined
  isDisabled?: boolean | undefined
  /** Starts a group, with a line above the item. */
  startsGroup?: boolean | undefined
  onSelect?: (() => void) | undefined
}

interface Props {
  /** The accessible name of the button and the menu. */
  label: string
  /** The button's class. Defaults to `button quiet`. */
  className?: string
  /** Whether the menu changes the status of a lead, so that its shortcut finds the button. */
  isOfStatus?: boolean
  /** The button's content. */
  children: ReactNode
  /** If a function, it is called only while the menu is open. */
  items: readonly MenuItem[] | (() => readonly MenuItem[])
  isDisabled?: boolean
  /** Keeps the menu closed like `isDisabled`, but lets the button keep focus. */
  isBusy?: boolean
}

/**
 * A button that opens a menu in the browser's top layer, above any dialogs. Arrow keys, Home, End, and letters move
 * focus; Enter and Space select; Escape, Tab, and a click outside close the menu. Closing it returns focus to the
 * button before the item's action runs.
 */
export function Menu(props: Props) {
  const {
    label,
    className = 'button quiet',
    children,
    items,
    isDisabled = false,
    isBusy = false,
    isOfStatus,
  } = props
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  // The menu is mounted only from the press that opens it until it has closed, because a list contains many menus.
  const open = (event: MouseEvent) => {
    if (isBusy) event.preventDefault()
    // The browser then opens the menu as the button's popover.
    else if (!isOpen) flushSync(() => setOpen(true))
  }

  const focusChoice = () => {
    const choices = enabledItems(list.current)
    const current = choices.find((item) => item.getAttribute('aria-checked') === 'true') ?? choices[0]
    current?.focus()
  }

  const close = () => {
    list.current?.hidePopover()
    button.current?.focus()
  }

  return (
    <>
      <button
        type="button"
        ref={button}
        className={className}
        aria-label={label}
        data-status-menu={isOfStatus}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        popoverTarget={isOpen ? id : undefined}
        disabled={isDisabled}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={open}
      >
        {children}
      </button>
      {isOpen && (
        <div
          id={id}
          ref={list}
          className="menu"
          role="menu"
          aria-label={label}
          popover="auto"
          onToggle={({ newState }) => {
            if (newState !== 'open') {
              setOpen(false)
              return
            }
            if (button.current && list.current) placeBelow(button.current, list.current)
            focusChoice()
          }}
          onKeyDown={(event) => moveByKey(event, close)}
        >
          {(typeof items === 'function' ? items() : items).map((item) => (
            <Item key={item.key} item={item} close={close} />
          ))}
        </div>
      )}
    </>
  )
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { label, hint, icon, href, isChecked, isDisabled, startsGroup, onSelect } = item
  const shared = {
    className: 'menu-item',
    role: isChecked === undefined ? 'menuitem' : 'menuitemradio',
    'aria-checked': isChecked,
    'aria-disabled': isDisabled || undefined,
    'data-group': startsGroup || undefined,
    tabIndex: -1,
    onClick: () => {
      if (isDisabled) return
      close()
      onSelect?.()
    },
  }
  const content = (
    <>
      {icon}
      <span>{label}</span>
      {hint && <kbd>{hint}</kbd>}
    </>
  )
  if (href && !isDisabled) {
    return (
      <a {...shared} href={href}>
        {content}
      </a>
    )
  }
  return (
    <button type="button" {...shared}>
      {content}
    </button>
  )
}

function enabledItems(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('.menu-item:not([aria-disabled])') ?? [])]
}

function moveByKey(event: KeyboardEvent<HTMLElement>, close: () => void): void {
  const items = enabledItems(event.currentTarget)
  const at = items.indexOf(document.activeElement as HTMLElement)
  const target = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items[(at <= 0 ? items.length : at) - 1],
    Home: items[0],
    End: items.at(-1),
  }[event.key]
  if (event.key === 'Tab') {
    close()
    return
  }
  const found = target ?? itemByLetter(event, items, at)
  if (!found) return
  event.preventDefault()
  // A letter or an arrow that moves focus in the menu must not trigger a shortcut of the page.
  event.stopPropagation()
  found.focus()
}

/** Returns the next item that starts with the typed letter. */
function itemByLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, items: HTMLElement[], at: number) {
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined
  const from = [...items.slice(at + 1), ...items.slice(0, at + 1)]
  return from.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()))
}
