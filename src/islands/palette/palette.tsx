import { grouped } from '../../domain/common/grouped.ts'
import './palette-list.css'
import { useStore } from '@nanostores/react'
import { CommandGroup, CommandInput, CommandItem, CommandList, CommandRoot } from 'cmdk'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { paletteResults } from '../../domain/palette/results.ts'
import { isApple } from '../../platform/page/keyboard.ts'
import { FAILURES } from '../../stores/base/failures.ts'
import { $account } from '../../stores/base/session/account.ts'
import { $session } from '../../stores/base/session/session.ts'
import { $paletteConversations, findConversations } from '../../stores/conversations/found.ts'
import { $hasConversations } from '../../stores/conversations/waiting.ts'
import { $allLeads } from '../../stores/leads/list.ts'
import { openedLead } from '../../stores/leads/open-lead.ts'
import { $palettePart, showPalette } from '../../stores/palette/palette.ts'
import { recentIds, rememberRecent } from '../../stores/palette/recents.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { raiseToasts } from '../../ui/toasts.ts'
import {
  actionEntries,
  conversationEntries,
  type Entry,
  hiddenSettings,
  leadEntries,
  screenEntries,
  searchAllLeads,
  settingEntries,
} from './entries.ts'
import { EntryLine } from './entry-line.tsx'
import { useKeyboardInset } from './use-keyboard-inset.ts'

interface Props {
  dialog: HTMLDialogElement
  isOpen: boolean
  typed: string
}

/**
 * The content of the palette's dialog. Each closing remounts it, so that the palette always opens empty, even
 * immediately after closing.
 */
export function Palette(props: Props) {
  const [closings, setClosings] = useState(0)
  useEffect(
    () =>
      $palettePart.listen((part) => {
        if (part !== 'palette') setClosings((count) => count + 1)
      }),
    [],
  )
  return <Content key={closings} {...props} typed={closings === 0 ? props.typed : ''} />
}

/** The search field and its results. While the palette is closed, it has no results, so that nothing loads. */
function Content({ dialog, isOpen, typed }: Props) {
  const [query, setQuery] = useState(typed)
  const input = useKeyboardInset(dialog)
  useLayoutEffect(() => {
    if (dialog.open) input.current?.focus()
  }, [dialog, input])
  // Toasts move out of the closed dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each opening and closing.
  useEffect(() => raiseToasts(), [isOpen])
  return (
    <CommandRoot
      className="palette-root"
      label="Search and commands"
      shouldFilter={false}
      vimBindings={false}
      loop
    >
      <div className="palette-head">
        <Icon name="search" />
        <CommandInput
          ref={input}
          className="palette-field"
          placeholder="Search leads, conversations, settings"
          enterKeyHint="go"
          value={query}
          onValueChange={setQuery}
        />
        <button
          type="button"
          className="icon-button palette-close"
          aria-label="Close"
          onClick={() => showPalette(null)}
        >
          <Icon name="close" />
        </button>
      </div>
      {isOpen && <Results query={query} onDrag={() => input.current?.blur()} />}
    </CommandRoot>
  )
}

function useEntries(query: string) {
  const { organization } = useStore($session)
  const leads = useStore($allLeads)
  const conversations = useStore($paletteConversations)
  const hasConversations = useStore($hasConversations)
  const { data: profile } = useStore($profile)
  const hidden = useMemo(() => hiddenSettings(profile, hasConversations), [profile, hasConversations])
  useEffect(() => {
    findConversations(query)
    return () => findConversations('')
  }, [query])
  const hasOrganization = organization !== null
  // The open lead and the recent items don't change while the palette is open.
  const [lead] = useState(openedLead)
  const [recent] = useState(() => recentIds($account.get()))
  const ofLeads = useMemo(() => leadEntries(leads.data ?? []), [leads.data])
  const entries = useMemo(
    () => [
      ...screenEntries(hasOrganization),
      ...ofLeads,
      ...(hasConversations ? conversationEntries(conversations) : []),
      ...settingEntries(hasOrganization, hidden),
      ...actionEntries(hasOrganization, hasConversations, lead && leadLabel(lead).name),
    ],
    [hasOrganization, hasConversations, hidden, ofLeads, conversations, lead],
  )
  return { entries, recent, leads }
}

function choose(entry: Entry): void {
  if (entry.id !== 'action:logout') rememberRecent($account.get(), entry.id)
  // Close the palette first: closing returns focus, and the action can then move it.
  showPalette(null)
  entry.run()
}

function Results({ query, onDrag }: { query: string; onDrag: () => void }) {
  const { entries, recent, leads } = useEntries(query)
  const { status, organization } = useStore($session)
  const groups = useMemo(() => paletteResults(entries, query, recent), [entries, query, recent])
  const isSearching = query.trim() !== ''
  const isLoading = leads.status === 'loading' && status !== 'signed-out'
  const failed = organization && leads.status === 'failed'
  const count = groups.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <>
      <CommandList className="palette-list" label="Results" onTouchMove={onDrag}>
        {groups.map(({ group, items, more }) => (
          <CommandGroup key={group} heading={group} className="palette-group">
            {items.map((entry) => (
              <CommandItem
                key={entry.id}
                value={entry.id}
                className="palette-item"
                disabled={entry.isDisabled ?? false}
                onSelect={() => choose(entry)}
              >
                <EntryLine entry={entry} />
              </CommandItem>
            ))}
            {more > 0 && <More group={group} more={more} query={query.trim()} />}
          </CommandGroup>
        ))}
      </CommandList>
      <div className="palette-states">
        {status === 'signed-in' && !organization && (
          <p>Select an organization to search its leads and settings.</p>
        )}
        {isSearching && count === 0 && !isLoading && (
          <p>
            <strong>No matches for “{query.trim()}”.</strong> Try a name, part of a phone number, or a
            setting.
          </p>
        )}
        {isLoading && <p>Loading leads…</p>}
        {failed && (
          <p>
            {FAILURES.leads}. <Button link text="Retry" onClick={() => void leads.refetch()} />
          </p>
        )}
      </div>
      <p className="hidden-text" role="status">
        {isSearching && !isLoading && counted(count, 'result')}
      </p>
      <Hints />
    </>
  )
}

function More({ group, more, query }: { group: string; more: number; query: string }) {
  if (group !== 'Leads') {
    return (
      <p className="palette-more" role="presentation">
        {more} more. Type more to narrow them down.
      </p>
    )
  }
  return (
    <CommandItem
      value="more-leads"
      className="palette-item"
      onSelect={() => {
        showPalette(null)
        searchAllLeads(query)
      }}
    >
      <Icon name="search" />
      <span className="palette-label">
        {grouped(more)} more: search leads for “{query}”
      </span>
    </CommandItem>
  )
}

function Hints() {
  return (
    <p className="palette-hints">
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> move
      </span>
      <span>
        <kbd>Enter</kbd> choose
      </span>
      <span>
        <kbd>Esc</kbd> close
      </span>
      <span>
        <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd> open anywhere
      </span>
    </p>
  )
}
