import { type ReactNode, useEffect, useState } from 'react'

/** Parts that the page does not need at first; they load after the rest and are not in the built markup. */
export function Later({ children }: { children: ReactNode }) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && children
}
