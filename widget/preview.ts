import type { PreviewCommand, PreviewEvent } from '../src/contract/preview.ts'

const consoleOrigin = document.querySelector<HTMLMetaElement>('meta[name=fieldhand-console]')?.content ?? ''
const isFramed = parent !== window

/** Runs `act` as soon as the widget exists. */
function withWidget(act: (widget: NonNullable<Window['fieldhand']>) => void) {
  if (window.fieldhand) act(window.fieldhand)
  else addEventListener('fieldhand:ready', () => window.fieldhand && act(window.fieldhand), { once: true })
}

/** Sends a message to the console, without secrets. */
function post(type: PreviewEvent['type'], more: Pick<PreviewEvent, 'conversation_id'> = {}) {
  if (isFramed)
    parent.postMessage({ source: 'fieldhand-preview', type, ...more } satisfies PreviewEvent, consoleOrigin)
}

const open = () => withWidget((widget) => widget.open({ focus: false }))

addEventListener('message', ({ origin, source, data }: MessageEvent<PreviewCommand | null>) => {
  if (!isFramed || origin !== consoleOrigin || source !== parent || typeof data !== 'object') return
  switch (data?.action) {
    case 'autoOpenWidget':
      return open()
    case 'clearUserData':
      return withWidget((widget) => widget.reset())
    case 'refreshWidget':
      return withWidget(async (widget) => {
        await widget.refresh()
        post('refreshed')
      })
    case 'sendMessage':
      return withWidget((widget) => widget.send(String(data.text)))
  }
})

// The chat of this page names its conversation.
addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
  if (origin !== location.origin || typeof data !== 'object' || data === null) return
  if ('type' in data && data.type === 'conversation' && 'id' in data)
    post('conversation', { conversation_id: String(data.id) })
})

addEventListener('fieldhand:error', (event) => {
  post('error')
  const problem = document.getElementById('problem')
  if (!problem || !(event instanceof CustomEvent)) return
  problem.textContent = `Failed to load widget preview. ${event.detail?.message ?? ''}`
  problem.hidden = false
})

// In the chat, Escape closes the chat, as it does for visitors, and returns the focus to this page.
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') post('escaped')
})

withWidget(() => post('ready'))
if (!isFramed) open()
