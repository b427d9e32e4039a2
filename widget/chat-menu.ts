import { button, byId } from './chat-dom.ts'

const EMOJI = ['👍', '🙏', '😊', '😂', '❤️', '🎉', '🌱', '🌳']

/**
 * Makes a button open and close a panel. Pressing Escape or clicking elsewhere closes the panel. Escape also returns
 * the focus to the button.
 */
function disclose(opener: HTMLButtonElement, panel: HTMLElement) {
  const show = (isShown: boolean) => {
    panel.hidden = !isShown
    opener.setAttribute('aria-expanded', String(isShown))
  }
  opener.addEventListener('click', () => show(panel.hidden === true))
  addEventListener('pointerdown', ({ target }) => {
    const isInside = target instanceof Node && (panel.contains(target) || opener.contains(target))
    if (!isInside) show(false)
  })
  // The frame doesn't receive click events of the page around it.
  addEventListener('blur', () => show(false))
  for (const part of [opener, panel]) {
    part.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || panel.hidden) return
      event.stopPropagation()
      show(false)
      opener.focus()
    })
  }
  return () => {
    show(false)
    opener.focus()
  }
}

interface Parts {
  input: HTMLTextAreaElement
  isSoundOn: () => boolean
  setSound: (isOn: boolean) => void
}

/** Controls the chat's menu, and the emoji picker for devices whose keyboard doesn't have one. */
export function chatMenu({ input, isSoundOn, setSound }: Parts) {
  const more = byId('more', HTMLButtonElement)
  const menu = byId('menu', HTMLElement)
  const sound = byId('sound', HTMLButtonElement)
  const closeMenu = disclose(more, menu)
  const drawSound = () => sound.setAttribute('aria-pressed', String(isSoundOn()))
  sound.addEventListener('click', () => {
    setSound(!isSoundOn())
    drawSound()
  })
  drawSound()

  const panel = byId('emoji', HTMLElement)
  const closeEmoji = disclose(byId('emoji-button', HTMLButtonElement), panel)
  panel.append(
    ...EMOJI.map((sign) =>
      button(
        sign,
        () => {
          closeEmoji()
          input.focus()
          input.setRangeText(sign, input.selectionStart, input.selectionEnd, 'end')
          input.dispatchEvent(new Event('input'))
        },
        'emoji',
      ),
    ),
  )

  return {
    close: closeMenu,
    /** Shows the menu when there is a conversation. */
    ready() {
      more.hidden = false
    },
  }
}
