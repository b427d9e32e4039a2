import App from 'antd/es/app'
import { useEffect } from 'react'
import { type FailedAction, failureToast } from '../../stores/failures.ts'

/** Says by a toast what could not be loaded (section 8), once for each failure. */
export function useFailureToast(action: FailedAction, error: Error | null): void {
  const { message } = App.useApp()
  useEffect(() => {
    const content = failureToast(action, error)
    if (content) message.error({ key: action, content })
  }, [action, error, message])
}
