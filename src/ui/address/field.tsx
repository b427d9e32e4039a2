import 'virtual:antd/select.css'
import './field.css'
import AutoComplete from 'antd/es/auto-complete'
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useCallback,
  useDeferredValue,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { LIMITS } from '../../contract/limits.ts'
import type { AddressDetails } from '../../contract/profile.ts'
import { ADDRESS_SEARCH, ADDRESS_TEXTS, type AddressSearch } from '../../domain/common/address.ts'
import { counted } from '../../domain/common/counted.ts'
import { Frame } from '../antd/frame.tsx'
import { Button } from '../button.tsx'
import { AddressDialog } from './dialog.tsx'
import { AddressMinimap } from './minimap.tsx'
import { useAddressCheck } from './use-check.ts'
import { type Suggestions, useAddressSuggestions } from './use-suggestions.ts'

export interface AddressFieldHandle {
  focus(): void
  /** Searches for the shown text, and shows the suggestions. */
  search(): void
  /**
   * Call this before sending. Resolves with true if the address can be used, after passing it to `onChange`. Asks the
   * owner if needed.
   */
  confirm(): Promise<boolean>
}

export interface AddressFieldProps {
  value?: AddressDetails | null
  /**
   * Called with each change. Typed text has null coordinates; `needsConfirmation` tells whether it still requires
   * confirmation.
   */
  onChange?: (address: AddressDetails | null) => void
  /** Null without a map service. The user then types and confirms the address. */
  search: AddressSearch | null
  id?: string
  disabled?: boolean
  placeholder?: string
  ref?: Ref<AddressFieldHandle>
  'aria-describedby'?: string
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
}

const UNAVAILABLE = 'Suggestions are not available right now. You can type the full address.'

function noteFor(text: string, { status }: Suggestions): string {
  const { length } = text.trim()
  if (length === 0) return ''
  if (length < ADDRESS_SEARCH.minimumCharacters) return ADDRESS_TEXTS.hint
  if (length > ADDRESS_SEARCH.maximumCharacters) return ''
  if (status === 'failed') return UNAVAILABLE
  if (status === 'found') return ADDRESS_TEXTS.none
  return status === 'searching' ? 'Searching…' : ''
}

function announcement({ status, list }: Suggestions, isChecking: boolean): string {
  if (isChecking) return 'Checking the address…'
  if (status === 'failed') return UNAVAILABLE
  if (status !== 'found') return ''
  if (list.length === 0) return ADDRESS_TEXTS.none
  return counted(list.length, 'suggestion')
}

function LocationIcon() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true">
      <path
        d="M9 1v3m0 10v3M1 9h3m10 0h3M9 4a5 5 0 1 0 0 10A5 5 0 0 0 9 4Zm0 4a1 1 0 1 0 0 2 1 1 0 0 0 0-2Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
    </svg>
  )
}

/**
 * A street address field with suggestions from the map service, verification of typed text, the device's location, and a map of the result. If
 * the service is down, slow, or wrong, the user can still type and confirm an address.
 */
export function AddressField({ value = null, onChange, search, ref, disabled, ...input }: AddressFieldProps) {
  const [draft, setDraft] = useState('')
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const hasChosen = useRef(false)
  const returnsToEdit = useRef(false)
  const { suggestions, ask, stop } = useAddressSuggestions(search)
  const report = useCallback((address: AddressDetails | null) => onChange?.(address), [onChange])
  const { question, isChecking, problem, type, choose, locate, confirm } = useAddressCheck(
    search,
    value,
    report,
  )

  // Preserves spaces in typed text as long as it matches the value. An external value replaces it.
  const text = draft.trim() === (value?.full_address ?? '') ? draft : (value?.full_address ?? '')
  const inputIn = () => box.current?.querySelector('input')
  const focus = () => inputIn()?.focus()
  const change = (typed: string) => {
    const kept = typed.slice(0, LIMITS.line)
    setDraft(kept)
    type(kept)
    ask(kept)
  }

  useImperativeHandle(ref, () => ({
    focus,
    confirm,
    search() {
      change(text)
      setOpen(true)
    },
  }))

  const select = (fullAddress: string) => {
    const suggestion = suggestions.list.find((entry) => entry.fullAddress === fullAddress)
    if (!suggestion) return
    hasChosen.current = true
    stop()
    choose(suggestion)
    queueMicrotask(() => {
      hasChosen.current = false
    })
  }

  const keyDown = (event: KeyboardEvent) => {
    // Pressing Enter to select a suggestion must not also submit the form.
    if (event.key === 'Enter' && hasChosen.current) event.preventDefault()
  }

  const blur = ({ relatedTarget }: FocusEvent) => {
    // When the user switches windows, the field remains the active element.
    if ([document.activeElement, relatedTarget].some((focused) => line.current?.contains(focused))) return
    stop()
    confirm().then((isConfirmed) => {
      returnsToEdit.current = !isConfirmed
    })
  }

  // The suggestions render after the typed text has been painted.
  const isListOpen = useDeferredValue(isOpen && !question)
  const note = search && noteFor(text, suggestions)
  return (
    <div className="address-field" ref={box}>
      <div className="address-line" data-locates={search ? '' : undefined} ref={line}>
        <Frame>
          <AutoComplete
            className="address-input"
            classNames={{ placeholder: 'address-placeholder', popup: { root: 'address-popup' } }}
            {...input}
            status={input['aria-invalid'] ? 'error' : ''}
            disabled={disabled}
            value={text}
            open={isListOpen}
            onOpenChange={setOpen}
            virtual={false}
            defaultActiveFirstOption={false}
            options={suggestions.list.map(({ fullAddress, name, place }) => ({
              value: fullAddress,
              label: fullAddress,
              name,
              place,
            }))}
            optionRender={({ data: { name, place } }) => (
              <>
                {name}
                <span className="address-option-place">{place}</span>
              </>
            )}
            notFoundContent={note ? <span className="address-note">{note}</span> : null}
            showSearch={{ onSearch: change }}
            onSelect={select}
            onKeyDown={keyDown}
            onBlur={blur}
          />
        </Frame>
        {search && (
          <Button
            plain
            className="address-locate"
            aria-label="Use my location"
            title="Use my location"
            disabled={disabled || isChecking}
            onBlur={blur}
            // The field keeps the focus, so that its text isn't checked.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => {
              stop()
              locate()
            }}
            text={<LocationIcon />}
          />
        )}
      </div>
      {problem && (
        <span className="address-problem" role="alert">
          {problem}
        </span>
      )}
      <span className="hidden-text" role="status">
        {announcement(suggestions, isChecking)}
      </span>
      {search && value && <AddressMinimap address={value} search={search} />}
      <AddressDialog
        question={question}
        onClosed={() => {
          if (returnsToEdit.current) focus()
        }}
      />
    </div>
  )
}
