import './switch.css'
import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'onChange' | 'type'> {
  checked: boolean
  onChange?: (checked: boolean) => void
}

export function Switch({ checked, onChange, className = '', ...control }: Props) {
  return (
    <button
      {...control}
      type="button"
      role="switch"
      className={`switch ${className}`}
      aria-checked={checked}
      onClick={() => onChange?.(!checked)}
    />
  )
}
