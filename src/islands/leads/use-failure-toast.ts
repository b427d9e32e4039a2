import App from 'antd/es/app'
import { useEffect } from 'react'

/** Says by a toast what could not be loaded (section 8), once for each failure; not where no organization is selected. */
export function useFailureToast(content: string, error: Error | null): void {
  const { message } = App.useApp()
  useEffect(() => {
    if (error && error.name !== 'OrganizationError') message.error({ key: content, content })
  }, [content, error, message])
}
