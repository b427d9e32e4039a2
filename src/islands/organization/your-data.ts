import { onEachPage } from '../../platform/page/navigation.ts'
import { eraseData } from '../../stores/app/erase-organization.ts'
import { reasonOf } from '../../stores/base/failures.ts'
import { $dataRights, $dataTask, $erasureName, exportData } from '../../stores/organization/data-rights.ts'

/** Binds the section of the Organization screen in which admins export or erase the organization's data. */
function bind(): (() => void) | undefined {
  const section = document.querySelector<HTMLElement>('[data-your-data]')
  if (!section) return undefined
  const find = <Part extends HTMLElement>(selector: string) => section.querySelector<Part>(selector) as Part
  const status = find('[data-status]')
  const error = find('[data-error]')
  const dialog = find<HTMLDialogElement>('dialog')
  const input = find<HTMLInputElement>('#erase-name')
  const submit = find<HTMLButtonElement>('[data-submit]')
  const exporting = find<HTMLButtonElement>('[data-export]')

  const check = () => {
    submit.disabled = $dataTask.get() !== null || input.value.trim() !== $erasureName.get()
  }
  exporting.addEventListener('click', async () => {
    status.textContent = ''
    try {
      if (await exportData()) status.textContent = 'The data is exported.'
    } catch (failure) {
      status.textContent = `The data could not be exported. ${reasonOf(failure)}`
    }
  })
  find('[data-erase]').addEventListener('click', () => {
    input.value = ''
    error.textContent = ''
    status.textContent = ''
    check()
    dialog.showModal()
    input.focus()
  })
  find('[data-cancel]').addEventListener('click', () => dialog.close())
  input.addEventListener('input', check)
  find('[data-confirm]').addEventListener('submit', async (event) => {
    event.preventDefault()
    error.textContent = ''
    try {
      if (!(await eraseData(input.value))) return
      dialog.close()
      status.textContent = 'The data of this organization is erased.'
    } catch (failure) {
      error.textContent = reasonOf(failure)
    }
  })

  const undo = [
    $dataRights.subscribe((rights) => {
      section.hidden = rights === null
      for (const part of section.querySelectorAll<HTMLElement>('[data-for]')) {
        part.hidden = part.dataset.for !== rights
      }
      if (rights !== 'admin') dialog.close()
    }),
    $erasureName.subscribe((name) => {
      find('[data-name]').textContent = name
      status.textContent = ''
      check()
    }),
    $dataTask.subscribe((task) => {
      exporting.disabled = task !== null
      exporting.textContent = task === 'export' ? 'Exporting…' : 'Export data'
      submit.textContent = task === 'erasure' ? 'Erasing…' : 'Erase data'
      check()
    }),
  ]
  return () => {
    for (const each of undo) each()
  }
}

onEachPage(bind)
