/** A choice in a list: the stored value and its label on the screen. */
export interface Option {
  value: string
  label: string
}
