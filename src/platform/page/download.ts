/** Downloads a text, or the parts of one, as a file. */
export function saveFile(name: string, type: string, text: string | readonly string[]): void {
  const url = URL.createObjectURL(new Blob([text].flat(), { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Browsers read the URL of a download after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
