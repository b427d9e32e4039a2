import { useEffect, useState } from 'react'
import type { PhoneNumber } from '../../domain/phone.ts'

/** A number to call. It stands as it was given until the rules for reading numbers, which are large, are loaded. */
export function PhoneLink({ text }: { text: string }) {
  const [number, setNumber] = useState<PhoneNumber>()
  useEffect(() => {
    let isGone = false
    import('../../domain/phone.ts').then(
      ({ readPhone }) => isGone || setNumber(readPhone(text)),
      // Without the rules the number stays as it was given.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [text])
  return number ? <a href={number.href}>{number.display}</a> : text
}
