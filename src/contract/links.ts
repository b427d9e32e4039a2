/** The query parameters of links to the console in notifications: the notification, and its organization. */
export const NOTIFICATION_PARAM = 'notification'
export const ORGANIZATION_PARAM = 'organization'
