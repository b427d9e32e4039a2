import { usePhone } from './use-phone.ts'

interface Props {
  text: string
  /** The owner calls. */
  onFollow?: () => void
}

/** A number to call. One without any digit is text. */
export function PhoneLink({ text, onFollow }: Props) {
  const number = usePhone(text)
  if (!number || number.href === 'tel:') return text
  return (
    <a href={number.href} onClick={onFollow}>
      {number.display}
    </a>
  )
}
