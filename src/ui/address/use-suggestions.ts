import { useCallback, useEffect, useRef, useState } from 'react'
import {
  ADDRESS_SEARCH,
  type AddressSearch,
  type AddressSuggestion,
  isSearchable,
} from '../../domain/common/address.ts'

export interface Suggestions {
  status: 'idle' | 'searching' | 'found' | 'failed'
  /** Results of the last completed search, without duplicates. */
  list: readonly AddressSuggestion[]
}

const IDLE: Suggestions = { status: 'idle', list: [] }

function unique(suggestions: readonly AddressSuggestion[]): AddressSuggestion[] {
  return [...new Map(suggestions.map((suggestion) => [suggestion.fullAddress, suggestion])).values()]
}

/**
 * Returns suggestions for typed text of at least 3 characters, after a pause of 200 ms. Ignores responses for
 * superseded text. Does nothing without a search.
 */
export function useAddressSuggestions(search: AddressSearch | null) {
  const [suggestions, setSuggestions] = useState<Suggestions>(IDLE)
  const underWay = useRef<AbortController>(null)

  const stop = useCallback(() => {
    underWay.current?.abort()
    setSuggestions((before) => (before.status === 'searching' ? { ...before, status: 'idle' } : before))
  }, [])
  useEffect(() => stop, [stop])

  const ask = useCallback(
    (text: string) => {
      stop()
      if (!search || !isSearchable(text)) {
        setSuggestions(IDLE)
        return
      }
      const controller = new AbortController()
      const { signal } = controller
      underWay.current = controller
      setSuggestions(({ list }) => ({ status: 'searching', list }))
      const timer = setTimeout(() => {
        search.suggest(text, signal).then(
          (found) => {
            if (!signal.aborted) setSuggestions({ status: 'found', list: unique(found) })
          },
          () => {
            if (!signal.aborted) setSuggestions({ status: 'failed', list: [] })
          },
        )
      }, ADDRESS_SEARCH.debounce)
      signal.addEventListener('abort', () => clearTimeout(timer))
    },
    [search, stop],
  )

  return { suggestions, ask, stop }
}
