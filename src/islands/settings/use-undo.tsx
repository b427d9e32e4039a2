import App from 'antd/es/app'
import { useCallback } from 'react'

/** Seconds. */
const OFFERED = 8

/** Returns a function that shows what was removed, with Undo. */
export function useUndo(): (text: string, undo: () => void) => void {
  const { message } = App.useApp()
  return useCallback(
    (text, undo) => {
      const key = 'settings-undo'
      message.open({
        key,
        type: 'info',
        duration: OFFERED,
        content: (
          <>
            {text}{' '}
            <button
              type="button"
              className="link-button"
              onClick={() => {
                undo()
                message.destroy(key)
              }}
            >
              Undo
            </button>
          </>
        ),
      })
    },
    [message],
  )
}
