/**
 * Adds a script of another origin to the page, which waits for nothing. Rejects, leaving no trace, when it
 * cannot be had; stays pending as long as its server does.
 */
export function loadScript(src: string): Promise<void> {
  return new Promise((loaded, failed) => {
    const script = document.createElement('script')
    script.async = true
    script.src = src
    script.onload = () => loaded()
    script.onerror = () => {
      script.remove()
      failed(new Error(`${src} could not be loaded`))
    }
    document.head.append(script)
  })
}
