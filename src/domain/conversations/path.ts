export const INBOX_PATH = '/conversations'

export const conversationPath = (id: string) => `${INBOX_PATH}/${encodeURIComponent(id)}`
