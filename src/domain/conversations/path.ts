/** The path of the inbox. */
export const INBOX_PATH = '/conversations'

/** Returns the path of a conversation in the inbox. */
export const conversationPath = (id: string) => `${INBOX_PATH}/${encodeURIComponent(id)}`
