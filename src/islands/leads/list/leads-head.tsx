import { grouped } from '../../../domain/common/grouped.ts'
import './leads-head.css'
import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { filterCount } from '../../../domain/leads/filter.ts'
import { $isSearchOpen, openSearch } from '../../../stores/leads/controls.ts'
import { $leadView } from '../../../stores/leads/list.ts'
import { $callQueue, showLeadPanel } from '../../../stores/leads/panels.ts'
import { startSelecting } from '../../../stores/leads/selection.ts'
import { Button } from '../../../ui/button.tsx'
import { Glyph } from '../../../ui/glyph.tsx'
import { FilterButton, SearchButton } from '../../../ui/list-head.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { useListActions } from './use-list-actions.ts'

const $filterCount = computed($leadView, filterCount)
const $waiting = computed($callQueue, ({ length }) => length)

/** The actions next to the heading: two buttons on wide screens; search, filter, and a menu on a phone. */
export default function LeadsHead() {
  const actions = useListActions()
  const waiting = useStore($waiting, { ssr: () => 0 })
  const callNow = waiting > 0 ? `Call now · ${grouped(waiting)}` : 'Call now'
  return (
    <>
      <div className="leads-head-wide">
        <Button quiet className="leads-call-now" text={callNow} onClick={() => showLeadPanel('call-queue')} />
        <Button text="Add lead" onClick={() => void actions.addLead()} />
      </div>
      <div className="leads-head-phone">
        <PhoneSearch />
        <PhoneFilter />
        <Menu
          label="List actions"
          className="icon-button"
          items={[
            { key: 'add', label: 'Add lead', onSelect: () => void actions.addLead() },
            { key: 'call', label: callNow, onSelect: () => showLeadPanel('call-queue') },
            { key: 'lost', label: 'Auto-Mark Lost', onSelect: () => void actions.autoMarkLost() },
            { key: 'import', label: 'Import CSV', onSelect: () => showLeadPanel('import') },
            { key: 'export', label: 'Export CSV', onSelect: () => void actions.exportCsv() },
            { key: 'alerts', label: 'Sound and pop-up', onSelect: () => showLeadPanel('alerts') },
            { key: 'select', label: 'Select', startsGroup: true, onSelect: startSelecting },
          ]}
        >
          <Glyph name="more" />
        </Menu>
      </div>
    </>
  )
}

function PhoneSearch() {
  return <SearchButton isOpen={useStore($isSearchOpen, { ssr: 'initial' })} onToggle={openSearch} />
}

function PhoneFilter() {
  const count = useStore($filterCount, { ssr: () => 0 })
  return <FilterButton count={count}>{(onClosed) => <FilterSheet onClosed={onClosed} />}</FilterButton>
}
