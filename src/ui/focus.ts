/** A ref that focuses an element when it appears, because what had the focus is gone. */
export const focus = (element: HTMLElement | null): void => element?.focus()
