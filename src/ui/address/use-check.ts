import { useCallback, useEffect, useRef, useState } from 'react'
import type { AddressDetails } from '../../contract/profile.ts'
import {
  ADDRESS_SEARCH,
  type AddressSearch,
  type AddressSuggestion,
  confirmedAddress,
  needsConfirmation,
  typedAddress,
} from '../../domain/common/address.ts'

/** A prompt asking whether to use an address that could not be verified. */
export interface Question {
  address: AddressDetails
  /** The address that the service knows and that is most like it, if any. */
  alike: AddressDetails | null
  /** Uses an address, or, with null, lets the owner edit the typed one. */
  answer(use: AddressDetails | null): void
}

interface Check {
  question: Question | null
  /** Whether the service is verifying the address or looking for this device's. */
  isChecking: boolean
  /** Why this device's address is not known, after `locate`. */
  problem: string | null
  /** Accepts new input and cancels pending checks of the previous text. */
  type(text: string): void
  /** Accepts a suggestion: uses its text immediately, then replaces it with the service's data. */
  choose(suggestion: AddressSuggestion): void
  /** Uses the address at which this device is, unless the user types in the meantime. */
  locate(): void
  /**
   * Resolves with true if the address is blank, verified, or confirmed by the owner, who is asked if needed. Resolves
   * with false if the owner chooses to edit the address or continues typing.
   */
  confirm(): Promise<boolean>
}

/** Verifies the address in a field, and asks for confirmation if needed (section 8). Never loses typed text. */
export function useAddressCheck(
  search: AddressSearch | null,
  value: AddressDetails | null,
  onChange: (address: AddressDetails | null) => void,
): Check {
  const [question, setQuestion] = useState<Question | null>(null)
  const [isChecking, setChecking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef(value)
  const report = useRef(onChange)
  const underWay = useRef(new AbortController())
  const retrieval = useRef<Promise<void>>(Promise.resolve())
  const settling = useRef<Promise<boolean>>(null)

  useEffect(() => {
    latest.current = value
    report.current = onChange
  })

  useEffect(() => {
    // When the same field mounts again (React strict mode), it needs a new controller.
    if (underWay.current.signal.aborted) underWay.current = new AbortController()
    return () => underWay.current.abort()
  }, [])

  const emit = useCallback((address: AddressDetails | null) => {
    latest.current = address
    report.current(address)
  }, [])

  /** Cancels pending work. Returns the signal for the next operation. */
  const restart = useCallback(() => {
    underWay.current.abort()
    underWay.current = new AbortController()
    settling.current = null
    setQuestion(null)
    setChecking(false)
    setProblem(null)
    return underWay.current.signal
  }, [])

  const type = useCallback(
    (text: string) => {
      restart()
      retrieval.current = Promise.resolve()
      emit(typedAddress(text))
    },
    [restart, emit],
  )

  const choose = useCallback(
    (suggestion: AddressSuggestion) => {
      const signal = restart()
      emit(typedAddress(suggestion.fullAddress))
      if (!search) return
      retrieval.current = search.retrieve(suggestion, signal).then(
        (address) => {
          if (!signal.aborted) emit(address)
        },
        () => undefined,
      )
    },
    [search, restart, emit],
  )

  const locate = useCallback(() => {
    if (!search) return
    const signal = restart()
    setChecking(true)
    search
      .locate(signal)
      .then((address) => {
        if (!signal.aborted) emit(address)
      })
      .catch((error: Error) => {
        if (!signal.aborted) setProblem(error.message)
      })
      .finally(() => {
        if (!signal.aborted) setChecking(false)
      })
  }, [search, restart, emit])

  /** Returns the typed address as the service knows it, or else the one that is most like it. */
  const lookUp = useCallback(
    async (
      text: string,
      signal: AbortSignal,
    ): Promise<Partial<Record<'verified' | 'alike', AddressDetails>>> => {
      if (!search || text.length > ADDRESS_SEARCH.maximumCharacters) return {}
      try {
        const verified = await search.validate(text, signal)
        if (verified) return { verified }
        const alike = await search.find(text, signal)
        return alike ? { alike } : {}
      } catch {
        return {}
      }
    },
    [search],
  )

  const check = useCallback(
    async (signal: AbortSignal): Promise<boolean> => {
      await retrieval.current
      const address = latest.current
      if (signal.aborted) return false
      if (!address || !needsConfirmation(address)) return true
      setChecking(true)
      const { verified, alike = null } = await lookUp(address.full_address, signal)
      if (signal.aborted) return false
      setChecking(false)
      if (verified) {
        emit(verified)
        return true
      }
      const use = await new Promise<AddressDetails | null>((answer) => {
        setQuestion({ address, alike, answer })
        signal.addEventListener('abort', () => answer(null))
      })
      if (signal.aborted) return false
      setQuestion(null)
      if (use) emit(use === address ? confirmedAddress(address) : use)
      return use !== null
    },
    [lookUp, emit],
  )

  const confirm = useCallback(() => {
    if (!settling.current) {
      const started = check(underWay.current.signal).finally(() => {
        if (settling.current === started) settling.current = null
      })
      settling.current = started
    }
    return settling.current
  }, [check])

  return { question, isChecking, problem, type, choose, locate, confirm }
}
