import App from 'antd/es/app'
import { STATUS_OPTIONS } from '../../domain/lead-status.ts'
import { failureOf } from '../../stores/failures.ts'
import { changeLeadStatus } from '../../stores/lead-status.ts'

/** Sets a lead's status to one of the three, and says how it went in the words of section 8. */
export function useStatusUpdate() {
  const { message } = App.useApp()
  return async (leadId: string, chosen: string): Promise<void> => {
    const option = STATUS_OPTIONS.find(({ value }) => value === chosen)
    if (!option) return
    try {
      const isDone = await changeLeadStatus(leadId, option.value)
      if (isDone) message.success(`Lead status updated to ${option.value}`)
    } catch (error) {
      const { title, reason } = failureOf('leadStatus', error)
      message.error(
        <>
          {title}
          <br />
          <small>{reason}</small>
        </>,
      )
    }
  }
}
