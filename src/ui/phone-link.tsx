import { usePhone } from './use-phone.ts'

interface Props {
  text: string
  /** Called when the owner clicks the link. */
  onFollow?: () => void
  className?: string
}

/** A phone link, or plain text if the text contains no number. */
export function PhoneLink({ text, onFollow, className }: Props) {
  const number = usePhone(text)
  if (!number?.href) return text
  return (
    <a href={number.href} className={className} onClick={onFollow}>
      {number.display}
    </a>
  )
}
