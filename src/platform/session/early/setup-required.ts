/**
 * The key of the note that the organizations feature of the identity provider is off, although a token of this browser
 * can still name an organization.
 */
export const SETUP_REQUIRED_KEY = 'fieldhand.setup-required'
