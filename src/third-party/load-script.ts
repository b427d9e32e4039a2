/**
 * Loads a script of another origin asynchronously. On failure, removes it and rejects. Stays pending as long as its
 * server does not respond.
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
