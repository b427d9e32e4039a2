/** Where Telnyx reports texts and the delivery status of messages, on the API's port. */
export const TELNYX_PATH = '/api/v1/sms/telnyx'

/** Where Twilio reports texts, the delivery status of messages, and calls, on the API's port. */
export const SMS_INBOUND_PATH = '/api/v1/sms/inbound'
export const SMS_STATUS_PATH = '/api/v1/sms/status'
export const CALL_PATH = '/api/v1/voice/inbound'
/** Where Twilio connects an answered call, and reports that the connection has ended. */
export const RELAY_PATH = '/api/v1/voice/relay'
export const RELAY_ENDED_PATH = '/api/v1/voice/ended'
/** Where Twilio asks what to do while a person's phone rings. */
export const DIALED_PATH = '/api/v1/voice/dialed'
export const WHISPER_PATH = '/api/v1/voice/whisper'
export const ACCEPT_PATH = '/api/v1/voice/accept'
