/**
 * Loads a script from another origin. On failure, removes the script and rejects. Stays pending while the server does
 * not respond.
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
