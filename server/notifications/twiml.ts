import type { Context } from 'hono'

/** Escapes text for TwiML. */
export const escapeXml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')

/** Answers a webhook of Twilio with the instructions of a TwiML document, which may be empty. */
export const sendTwiml = (c: Context, instructions = ''): Response =>
  c.body(`<?xml version="1.0" encoding="UTF-8"?><Response>${instructions}</Response>`, 200, {
    'Content-Type': 'text/xml; charset=utf-8',
  })
