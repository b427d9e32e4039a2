import './lead-toolbar.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { useEffect, useRef } from 'react'
import { LIMITS } from '../../../contract/limits.ts'
import { $isSearchOpen, openSearch } from '../../../stores/leads/controls.ts'
import { $leadView, changeLeadView, openLeadList, searchLeads } from '../../../stores/leads/list.ts'
import { showLeadPanel } from '../../../stores/leads/panels.ts'
import { startSelecting } from '../../../stores/leads/selection.ts'
import { showPalette } from '../../../stores/palette/palette.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { CreatedFilter, LinkChips, SortSelect, StatusFilter } from './list-filters.tsx'
import { useListActions } from './use-list-actions.ts'

/** Opens the list with the view from the URL. Input entered before hydration takes precedence and updates the URL. */
export function openListAndFields(): void {
  const params = new URLSearchParams(location.search)
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('.lead-toolbar [name]')
  const typed = [...fields].filter(({ value }) => value !== '')
  for (const { name, value } of typed) params.set(name, value)
  openLeadList(params)
  if (typed.length > 0) changeLeadView({})
}

const $search = computed($leadView, ({ search }) => search)

/**
 * The search field, filters, and actions above the list. Each control renders only when its own value changes. A phone
 * shows only the search field, on request; the other controls are in the page's header.
 */
export function LeadToolbar() {
  return (
    <>
      <search className="lead-toolbar" aria-label="Leads">
        <SearchField />
        <StatusFilter />
        <CreatedFilter />
        <SortSelect />
        <ToolbarActions />
      </search>
      <LinkChips />
    </>
  )
}

function SearchField() {
  const search = useStore($search, { ssr: () => '' })
  const isOpen = useStore($isSearchOpen, { ssr: 'initial' })
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isOpen) field.current?.focus()
  }, [isOpen])
  return (
    <div className="lead-search-box" data-open={isOpen || search !== '' || undefined}>
      <Glyph name="search" />
      <input
        className="field-box lead-search"
        type="search"
        name="search"
        ref={field}
        aria-label="Search leads"
        aria-keyshortcuts="/"
        placeholder="Search by name, email or service"
        maxLength={LIMITS.line}
        value={search}
        onChange={(event) => searchLeads(event.target.value)}
        onFocus={() => openSearch(true)}
        onBlur={() => openSearch(false)}
      />
      <span className="lead-search-key" aria-hidden="true">
        /
      </span>
    </div>
  )
}

function ToolbarActions() {
  const { autoMarkLost, isReloading, exportCsv } = useListActions()
  return (
    <div className="lead-toolbar-actions">
      <Button
        quiet
        text="Auto-Mark Lost"
        disabled={isReloading}
        aria-busy={isReloading}
        onClick={() => void autoMarkLost()}
      />
      <Menu
        label="List actions"
        className="icon-button"
        items={[
          { key: 'import', label: 'Import CSV', onSelect: () => showLeadPanel('import') },
          { key: 'export', label: 'Export CSV', onSelect: () => void exportCsv() },
          { key: 'alerts', label: 'Sound and pop-up', onSelect: () => showLeadPanel('alerts') },
          { key: 'select', label: 'Select leads', onSelect: startSelecting },
          {
            key: 'keys',
            label: 'Keyboard shortcuts',
            hint: '?',
            startsGroup: true,
            onSelect: () => showPalette('keys'),
          },
        ]}
      >
        <Glyph name="more" />
      </Menu>
    </div>
  )
}
