import { usePhone } from './use-phone.ts'

/** A number to call. One without any digit is text. */
export function PhoneLink({ text }: { text: string }) {
  const number = usePhone(text)
  return number && number.href !== 'tel:' ? <a href={number.href}>{number.display}</a> : text
}
