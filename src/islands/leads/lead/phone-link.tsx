import { usePhone } from '../list/use-phone.ts'

interface Props {
  text: string
  /** Called when the owner clicks the link. */
  onFollow?: () => void
}

/** A phone link, or plain text if the text contains no digits. */
export function PhoneLink({ text, onFollow }: Props) {
  const number = usePhone(text)
  if (!number || number.href === 'tel:') return text
  return (
    <a href={number.href} onClick={onFollow}>
      {number.display}
    </a>
  )
}
