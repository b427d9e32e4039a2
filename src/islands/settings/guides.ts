/** Instructions for adding the embed code with a website builder. */
export interface Guide {
  id: string
  title: string
  steps: readonly string[]
}

export const GUIDES: readonly Guide[] = [
  {
    id: 'html',
    title: 'Plain HTML',
    steps: [
      'Open the HTML file of each page, or the template that all pages share.',
      'Paste the code just before the closing </body> tag.',
      'Save the file and upload it to your web host.',
    ],
  },
  {
    id: 'wordpress',
    title: 'WordPress',
    steps: [
      'In the dashboard, open Plugins, Add New, and install "WPCode".',
      'Open Code Snippets, Header & Footer.',
      'Paste the code into the Footer box and save. If you use a cache plugin, clear its cache.',
    ],
  },
  {
    id: 'wix',
    title: 'Wix',
    steps: [
      "In the site's dashboard, open Settings, Custom Code (it needs a paid plan with your own domain).",
      'Choose Add Custom Code and paste the code.',
      'Choose All pages and Body - end, then Apply.',
    ],
  },
  {
    id: 'squarespace',
    title: 'Squarespace',
    steps: [
      'Open Settings, Advanced, Code Injection (Business plan or higher).',
      'Paste the code into the Footer box.',
      'Save and reload your site.',
    ],
  },
  {
    id: 'tag-manager',
    title: 'Google Tag Manager',
    steps: [
      'Create a new tag of the type Custom HTML and paste the code.',
      'Choose the trigger All Pages.',
      'Save, check it with Preview, then Submit.',
    ],
  },
]

/** Returns a mail link with the embed code and instructions for the person who maintains the website. */
export function webPersonMail(businessName: string | null, snippet: string): string {
  const subject = `Chat for the website of ${businessName?.trim() || 'our business'}`
  const body = [
    'Hi,',
    'please add our chat to the website. Paste this code just before the closing </body> tag of every page:',
    snippet,
    'It loads after the page and needs nothing else. Thank you!',
  ].join('\r\n\r\n')
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
