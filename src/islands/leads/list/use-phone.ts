import { useEffect, useState } from 'react'
import { dialable, phoneText } from '../../../domain/common/dialable.ts'
import type { PhoneNumber } from '../../../domain/common/phone.ts'

/** Returns a formatted phone number; unchanged until the large parsing rules have loaded. */
export function usePhone(text: string | null): PhoneNumber | null {
  const [number, setNumber] = useState<PhoneNumber & { text: string }>()
  useEffect(() => {
    let isGone = false
    if (text === null) return undefined
    import('../../../domain/common/phone.ts').then(
      ({ readPhone }) => isGone || setNumber({ ...readPhone(text), text }),
      // Without the rules, the number is unchanged.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [text])
  if (text === null) return null
  return number?.text === text ? number : { display: phoneText(text), href: `tel:${dialable(text)}` }
}
