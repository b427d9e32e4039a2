interface Texts {
  agent_name: string
  reply_time: string | null
  closed_button_text: string
}

function replyText(replyTime: string | null): string {
  const text = replyTime?.trim()
  return text ? `Typically replies ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
}

/**
 * Returns the line below the chat's heading: who answers while the business is open, else when it opens. `opens` is null
 * while it is open.
 */
export function chatStatus(
  { agent_name, reply_time, closed_button_text }: Texts,
  opens: string | null,
): string {
  const parts = opens === null ? [agent_name, replyText(reply_time)] : [closed_button_text, opens]
  return parts.filter(Boolean).join(' · ')
}
