import App from 'antd/es/app'
import { useEffect } from 'react'

/** Shows a toast (section 8) once per loading failure, unless no organization is selected. */
export function useFailureToast(content: string, error: Error | null): void {
  const { message } = App.useApp()
  useEffect(() => {
    if (error && error.name !== 'OrganizationError') message.error({ key: content, content })
  }, [content, error, message])
}
