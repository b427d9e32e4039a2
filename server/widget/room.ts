/** The maximum number of messages in a conversation, from both sides. */
export const MOST_MESSAGES = 500
/** The number of messages reserved for the agent's answers to one message. */
export const ROOM_FOR_REPLIES = 4

/** Returns whether a conversation with `count` messages has room for another message and its answers. */
export const hasRoom = (count: number) => count <= MOST_MESSAGES - ROOM_FOR_REPLIES
