/** Returns a time as HH:mm, or null if it is invalid. Accepts `9`, `9:5`, `930`, `5pm`, `5:30 p.m.`, and `24:00`. */
export function readTime(text: string): string | null {
  const match = /^(\d{1,2})(?:[:.h]?(\d{2})|[:.h](\d))?\s*(?:([ap])\.?\s*m?\.?)?$/i.exec(text.trim())
  if (!match) return null
  const [, hourText = '', two, one, half] = match
  let hour = Number(hourText)
  const minute = Number(two ?? one ?? 0)
  if (half) {
    if (hour < 1 || hour > 12) return null
    hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  }
  if (hour === 24 && minute === 0) hour = 0
  if (hour > 23 || minute > 59) return null
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
