/** Maximum number of messages, of both sides, in one conversation. */
export const MOST_MESSAGES = 500
/** Room for the agent's answers to one message. */
export const ROOM_FOR_REPLIES = 4

/** Returns whether a conversation with so many messages has room for another one and its answers. */
export const hasRoom = (count: number) => count <= MOST_MESSAGES - ROOM_FOR_REPLIES
