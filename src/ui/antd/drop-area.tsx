import 'virtual:antd/upload.css'
import Dragger from 'antd/es/upload/Dragger'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Frame } from './frame.tsx'

export interface FileDropProps {
  /** The name of the file input. */
  label: string
  /** The types that the picker offers, such as `.csv,text/csv`. A dropped file can have any type. */
  accept: string
  /** The button that opens the picker. */
  button: ComponentProps<typeof Button>
  /** Called with the chosen file, or with the first one that was dropped. */
  onFile: (file: File) => void
  /** Content after the button. */
  children: ReactNode
}

const CLASSES = { root: 'file-drop-root', trigger: 'file-drop-area' }

/** Opens antd's picker. Its own click handler would take the focus away from the button. */
function openPicker(button: HTMLElement): void {
  button.closest('.file-drop-area')?.querySelector<HTMLInputElement>('input[type="file"]')?.click()
}

/** antd's area for dropping a file. A click beside the button opens the picker as well. */
export function DropArea({ label, accept, button, onFile, children }: FileDropProps) {
  return (
    <Frame>
      <Dragger
        classNames={CLASSES}
        aria-label={label}
        accept={accept}
        hasControlInside
        showUploadList={false}
        fileList={NO_FILES}
        beforeUpload={(file) => {
          onFile(file)
          return false
        }}
      >
        <div className="file-drop-content">
          <Button
            {...button}
            onClick={(event) => {
              event.stopPropagation()
              openPicker(event.currentTarget)
            }}
            onKeyDown={(event) => event.key === 'Enter' && event.stopPropagation()}
          />
          {children}
        </div>
      </Dragger>
    </Frame>
  )
}

const NO_FILES: never[] = []
