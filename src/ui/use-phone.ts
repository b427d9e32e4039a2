import { useEffect, useState } from 'react'
import { isUsNumber, phoneText } from '../domain/common/dialable.ts'
import type { PhoneNumber } from '../domain/common/phone.ts'
import { phoneHref } from '../domain/common/phone-href.ts'

/**
 * Returns a phone number to display and call. Numbers other than common US ones are displayed as they are until the
 * parser, which is large, has loaded.
 */
export function usePhone(text: string | null): PhoneNumber | null {
  const [number, setNumber] = useState<PhoneNumber & { text: string }>()
  useEffect(() => {
    let isGone = false
    if (text === null || isUsNumber(text)) return undefined
    import('../domain/common/phone.ts').then(
      ({ readPhone }) => isGone || setNumber({ ...readPhone(text), text }),
      // If the parser fails to load, keep the simple format.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [text])
  if (text === null) return null
  return number?.text === text ? number : { display: phoneText(text), href: phoneHref(text) }
}
