import { LIMITS } from '../src/contract/limits.ts'
import type { Photo } from '../src/contract/photos.ts'
import { button, byId, element } from './chat-dom.ts'
import { photoOf } from './photo-file.ts'

/** A photo that the visitor has chosen. `url` displays it on this page. */
export interface ChosenPhoto {
  id: string
  file: Blob
  url: string
}

interface Parts {
  input: HTMLTextAreaElement
  /** The element that photos can be dropped on. */
  target: HTMLElement
  newId: () => string
}

/** Manages the photos to send: chosen, dropped, or pasted, each with a preview that can be removed. */
export function photoTray({ input, target, newId }: Parts) {
  const attach = byId('attach', HTMLButtonElement)
  const files = byId('photo-files', HTMLInputElement)
  const list = byId('photos', HTMLUListElement)
  const problem = byId('photo-problem', HTMLElement)
  const chosen = new Map<string, ChosenPhoto>()
  let reading = Promise.resolve()
  let isOn = false

  function showProblem(text: string) {
    problem.textContent = text
    problem.hidden = text === ''
  }

  /** Shows a problem after those that are shown already. */
  function addProblem(text: string) {
    const known = problem.textContent
    showProblem(known.includes(text) ? known : `${known} ${text}`.trim())
  }

  function remove(id: string, item: Element) {
    const photo = chosen.get(id)
    if (photo) URL.revokeObjectURL(photo.url)
    chosen.delete(id)
    item.remove()
    list.hidden = list.childElementCount === 0
    showProblem('')
    input.focus()
  }

  async function read(id: string, file: File, item: HTMLLIElement) {
    try {
      const photo = { id, file: await photoOf(file), url: '' }
      if (!item.isConnected) return
      photo.url = URL.createObjectURL(photo.file)
      chosen.set(id, photo)
      const preview = element('img')
      preview.src = photo.url
      preview.alt = file.name
      item.prepend(preview)
      item.classList.remove('reading')
    } catch (error) {
      item.remove()
      list.hidden = list.childElementCount === 0
      addProblem(error instanceof Error ? error.message : String(error))
    }
  }

  function add(given: Iterable<File>) {
    showProblem('')
    for (const file of given) {
      if (list.childElementCount >= LIMITS.photos) {
        showProblem(`A conversation can hold ${LIMITS.photos} photos.`)
        break
      }
      const id = newId()
      const item = element('li', 'reading')
      const label = `Remove ${file.name || 'photo'}`
      const removal = button('×', () => remove(id, item), 'photo-remove')
      removal.setAttribute('aria-label', label)
      item.append(removal)
      list.append(item)
      list.hidden = false
      reading = reading.then(() => read(id, file, item))
    }
  }

  attach.addEventListener('click', () => files.click())
  files.addEventListener('change', () => {
    add([...(files.files ?? [])])
    // Allows choosing the same file again.
    files.value = ''
    input.focus()
  })
  input.addEventListener('paste', (event) => {
    const pasted = [...(event.clipboardData?.files ?? [])]
    if (!isOn || pasted.length === 0) return
    event.preventDefault()
    add(pasted)
  })
  const hasFiles = (event: DragEvent) => isOn && event.dataTransfer?.types.includes('Files') === true
  target.addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    target.classList.add('dropping')
  })
  target.addEventListener('dragleave', (event) => {
    const to = event.relatedTarget
    if (!(to instanceof Node) || !target.contains(to)) target.classList.remove('dropping')
  })
  target.addEventListener('drop', (event) => {
    target.classList.remove('dropping')
    if (!hasFiles(event)) return
    event.preventDefault()
    add([...(event.dataTransfer?.files ?? [])])
  })

  return {
    /** Turns the photo controls on or off. */
    configure(isAllowed: boolean) {
      isOn = isAllowed
      attach.hidden = !isAllowed
    },
    showProblem,
    isEmpty: () => list.childElementCount === 0,
    /** Resolves when all chosen files have been read. */
    settled: () => reading,
    hasProblem: () => !problem.hidden,
    isReading: () => list.querySelector('.reading') !== null,
    /** Returns the photos and empties the tray. */
    take(): ChosenPhoto[] {
      const photos = [...chosen.values()]
      chosen.clear()
      list.replaceChildren()
      list.hidden = true
      showProblem('')
      return photos
    },
  }
}

/** Returns an element with a message's photos, each with a link to the full picture. */
export function drawPhotos(photos: readonly Photo[]): HTMLElement {
  const made = element('div', 'photos')
  for (const [index, { url, thumbnail_url, width, height }] of photos.entries()) {
    const link = element('a')
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    const image = element('img')
    image.src = thumbnail_url
    image.alt = `Photo ${index + 1} of ${photos.length}`
    image.width = width
    image.height = height
    image.loading = 'lazy'
    image.onerror = () => image.replaceWith(element('span', 'photo-missing', 'Photo not available'))
    link.style.setProperty('--ratio', String(width / height))
    link.append(image)
    made.append(link)
  }
  return made
}

/** Returns an element with the photos of an unsent message, each with its progress. */
export function drawChosen(photos: readonly ChosenPhoto[]): HTMLElement {
  const made = element('div', 'photos')
  for (const { id, url } of photos) {
    const item = element('span')
    item.dataset.photo = id
    const image = element('img')
    image.src = url
    image.alt = 'Photo'
    const progress = element('progress')
    progress.max = 1
    progress.value = 0
    progress.setAttribute('aria-label', 'Upload')
    item.append(image, progress)
    made.append(item)
  }
  return made
}

/** Shows the progress of uploading an unsent message's photo, from 0 to 1. */
export function showProgress(id: string, part: number): void {
  const progress = document.querySelector<HTMLProgressElement>(`[data-photo="${id}"] progress`)
  if (progress) progress.value = part
}
