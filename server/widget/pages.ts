import { LIMITS } from '../../src/contract/limits.ts'
import { escapeAttribute } from '../../src/domain/settings/embed-snippet.ts'
import { htmlPage } from '../base/html-page.ts'

/** Returns the chat page. A script fills it from the API. Without scripts, it tells the visitor what to do. */
export function chatPage(apiOrigin: string): string {
  return htmlPage({
    title: 'Chat',
    makesWayForKeyboard: true,
    head: [
      `<meta name="fieldhand-api" content="${escapeAttribute(apiOrigin)}">`,
      '<link rel="icon" href="data:,">',
      '<link rel="stylesheet" href="/assets/chat.css">',
      `<link rel="preconnect" href="${escapeAttribute(apiOrigin)}" crossorigin>`,
      '<script type="module" src="/assets/chat.js"></script>',
    ],
    body: `<main id="chat" aria-busy="true" aria-label="Chat">
<header>
<span id="avatar" aria-hidden="true"></span>
<div class="who"><h1 id="heading">Chat</h1><p id="tagline"></p><p id="status" aria-live="polite"></p></div>
<button id="more" type="button" class="tool" aria-label="More" aria-expanded="false" aria-controls="menu" hidden>
<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="currentColor"><circle cx="5" cy="12" r="2"/><circle cx="12" cy="12" r="2"/><circle cx="19" cy="12" r="2"/></svg>
</button>
<button id="close" type="button" class="tool" aria-label="Close chat" hidden>
<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M6 6l12 12M18 6L6 18" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg>
</button>
<div id="menu" class="panel" hidden>
<button id="sound" type="button" aria-pressed="false">Sound for new messages</button>
<button id="download" type="button">Download this conversation</button>
<button id="email-opener" type="button" aria-expanded="false" aria-controls="email-form" hidden>Email me this conversation</button>
<form id="email-form" novalidate hidden>
<label for="email-to">Your email address</label>
<input id="email-to" type="email" autocomplete="email" maxlength="${LIMITS.email}">
<p class="problem" role="alert" hidden></p>
<button type="submit">Send</button>
</form>
<button id="text-opener" type="button" aria-expanded="false" aria-controls="text-form" hidden>Text me about my appointment</button>
<form id="text-form" novalidate hidden>
<label for="text-to">Your mobile number</label>
<input id="text-to" type="tel" autocomplete="tel" maxlength="40">
<p id="text-consent">You agree to a confirmation and a reminder of your appointment by text message. Message and data rates may apply. Reply STOP to end them, HELP for help.</p>
<p class="problem" role="alert" hidden></p>
<button type="submit">Agree and send</button>
</form>
</div>
</header>
<div id="scroller" tabindex="0" role="region" aria-label="Messages">
<p id="offline-message" hidden></p>
<button id="earlier" type="button" class="link" hidden>Show earlier messages</button>
<div id="conversation" role="log" aria-live="polite" aria-label="Conversation"><ol id="log" class="messages"></ol></div>
<div id="part" class="message agent" aria-hidden="true" hidden><p id="part-text" class="bubble" dir="auto"></p></div>
<p id="typing" hidden><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span id="typing-text"></span></p>
<section id="booking" aria-label="Your estimate call" hidden></section>
<div id="replies" role="group" aria-label="Suggested answers" hidden></div>
<form id="control" novalidate hidden>
<label for="asked"></label>
<input id="asked" maxlength="${LIMITS.line}" spellcheck="false" enterkeyhint="send" aria-describedby="control-problem">
<button type="submit"></button>
<ul id="places" role="listbox" hidden></ul>
<p id="control-problem" role="alert" hidden></p>
<button id="skip" type="button"></button>
</form>
</div>
<div id="notice" role="status"></div>
<form id="composer" novalidate>
<label class="sr-only" for="message">Your message</label>
<ul id="photos" aria-label="Photos to send" hidden></ul>
<p id="photo-problem" role="alert" hidden></p>
<div class="field">
<textarea id="message" rows="1" placeholder="Type your message" autocomplete="off" enterkeyhint="send" disabled></textarea>
<div id="tools">
<input id="photo-files" type="file" accept="image/jpeg,image/png,image/webp,image/heic,image/heif" multiple hidden>
<button id="attach" type="button" class="tool" aria-label="Attach photos" hidden>
<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="M4 8h3l2-3h6l2 3h3v11H4z"/><circle cx="12" cy="13" r="3.5"/></svg>
</button>
<button id="emoji-button" type="button" class="tool" aria-label="Emoji" aria-expanded="false" aria-controls="emoji">
<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"><circle cx="12" cy="12" r="9"/><path d="M8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5h.01M15 9.5h.01"/></svg>
</button>
</div>
<div id="emoji" class="panel" role="group" aria-label="Emoji" hidden></div>
</div>
<button id="send" type="submit" aria-label="Send message" disabled>
<svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true"><path d="M4 12l16-8-6 16-3-7z" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/></svg>
</button>
</form>
<p id="branding" hidden>Powered by Fieldhand</p>
</main>
<noscript>This chat needs JavaScript. Please turn it on, or call us instead.</noscript>`,
  })
}

/** Returns an example website with the embed snippet. `snippet` is HTML. */
export function previewPage(consoleOrigin: string, snippet: string | null): string {
  return htmlPage({
    title: 'Widget preview',
    head: [
      `<meta name="fieldhand-console" content="${escapeAttribute(consoleOrigin)}">`,
      '<link rel="icon" href="data:,">',
      '<link rel="stylesheet" href="/assets/preview.css">',
      '<script type="module" src="/assets/preview.js"></script>',
      snippet ?? '',
    ],
    body: `<header class="bar"><span class="logo">Your website</span><nav aria-label="Example"><span>Services</span><span>Gallery</span><span>About</span></nav></header>
<main aria-label="Example website">
<section class="hero"><h1>A yard you look forward to</h1><p>This page simulates your website. Try the chat in the corner like a visitor would.</p></section>
${snippet === null ? '<p class="problem" role="alert">No organization is named in this address. Please select an organization to preview the chat widget.</p>' : '<p class="problem" id="problem" role="alert" hidden></p>'}
<section class="cards" aria-hidden="true"><div></div><div></div><div></div></section>
</main>`,
  })
}
