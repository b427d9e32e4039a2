const consoleOrigin = document.querySelector<HTMLMetaElement>('meta[name=fieldhand-console]')?.content

/** Runs now, or as soon as the widget is there. */
function withWidget(act: (widget: NonNullable<Window['fieldhand']>) => void) {
  if (window.fieldhand) act(window.fieldhand)
  else addEventListener('fieldhand:ready', () => window.fieldhand && act(window.fieldhand), { once: true })
}

addEventListener('message', ({ origin, data }: MessageEvent<unknown>) => {
  if (origin !== consoleOrigin || typeof data !== 'object' || data === null || !('action' in data)) return
  if (data.action === 'autoOpenWidget') withWidget((widget) => widget.open({ focus: false }))
  if (data.action === 'clearUserData') withWidget((widget) => widget.reset())
})

addEventListener('fieldhand:error', (event) => {
  const problem = document.getElementById('problem')
  if (!problem || !(event instanceof CustomEvent)) return
  problem.textContent = `Failed to load widget preview. ${event.detail?.message ?? ''}`
  problem.hidden = false
})

withWidget((widget) => widget.open({ focus: false }))
