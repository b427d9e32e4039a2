import { type ReactNode, useEffect, useState } from 'react'

/** What the page can do without at first: it is loaded when the rest stands, and is not in the markup made at build. */
export function Later({ children }: { children: ReactNode }) {
  const [isMounted, setMounted] = useState(false)
  useEffect(() => setMounted(true), [])
  return isMounted && children
}
