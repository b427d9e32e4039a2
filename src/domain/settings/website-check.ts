import type { WebsiteCheck } from '../../contract/website-check.ts'

/** A finding of the website check, as shown to the owner. */
export interface Finding {
  isGood: boolean
  title: string
  text: string
  /** Lines to forward verbatim. */
  code?: readonly string[]
}

const AGAIN = 'Replace it with the code above.'

/** Returns the findings of a page check, most important first. */
export function findingsOf(check: WebsiteCheck): Finding[] {
  const { snippets, blocked, is_allowed } = check
  const findings = [...(snippets.length > 0 ? aboutSnippets(snippets) : [notFound(check)])]
  if (blocked.length > 0) {
    findings.push({
      isGood: false,
      title: 'The security policy of your website blocks the chat',
      text: 'Ask whoever runs your website to allow these addresses (Content-Security-Policy):',
      code: blocked,
    })
  }
  if (!is_allowed) {
    findings.push({
      isGood: false,
      title: 'Your settings do not allow this website',
      text: 'Add it to the allowed websites below, and save.',
    })
  }
  if (findings.every(({ isGood }) => isGood)) {
    findings.push({
      isGood: true,
      title: 'Your website and your settings allow the chat',
      text: 'Neither its security policy nor your list of allowed websites blocks it.',
    })
  }
  if (!check.has_viewport) {
    findings.push({
      isGood: false,
      title: 'Phones shrink this page, because it has no viewport tag',
      text: 'The chat enlarges itself to stay readable, but the rest of the page is small. Ask whoever runs your website to add this to its head:',
      code: ['<meta name="viewport" content="width=device-width, initial-scale=1">'],
    })
  }
  return findings
}

function aboutSnippets(snippets: WebsiteCheck['snippets']): Finding[] {
  const wrong = (title: string, text: string): Finding => ({ isGood: false, title, text })
  const findings: Finding[] = []
  const elsewhere = snippets.find(({ is_from_here }) => !is_from_here)
  if (elsewhere) findings.push(wrong(`The code loads the chat from ${elsewhere.host}`, AGAIN))
  const owners = new Set(snippets.map(({ organization }) => organization))
  if (owners.has('other')) findings.push(wrong('The code opens the chat of another organization', AGAIN))
  if (owners.has('none')) findings.push(wrong('The code names no organization', AGAIN))
  if (owners.has('unknown')) {
    findings.push(wrong('The code names an organization that cannot be found', AGAIN))
  }
  const held = snippets.find(({ is_active }) => !is_active)
  if (held) findings.push({ isGood: false, ...aboutHolder(held.held_by) })
  if (snippets.length > 1) {
    findings.push(wrong(`The code is on the page ${snippets.length} times`, 'Remove all but one.'))
  }
  if (findings.length > 0) return findings
  return [{ isGood: true, title: 'The code is on your website', text: 'Once, and it opens your chat.' }]
}

function aboutHolder(holder: WebsiteCheck['snippets'][number]['held_by']) {
  if (holder?.kind === 'consent') {
    return {
      title: `${holder.name} decides when the code runs`,
      text: 'The chat appears after the visitor agrees to the group that the code is in. To show it to everyone, put the code into the necessary group, if your privacy rules allow that.',
    }
  }
  if (holder) {
    return {
      title: `${holder.name} decides when the code runs`,
      text: 'The chat appears late, for example after the first click or scroll. To show it right away, exclude agent.js from delayed scripts in its settings, and clear its cache.',
    }
  }
  return {
    title: 'Something keeps the code from running right away',
    text: 'A cookie banner or a speed plugin decides when it runs. Exclude the code from it, or the chat appears late or not at all.',
  }
}

function notFound({ misplaced, has_tag_manager }: WebsiteCheck): Finding {
  const found = (text: string): Finding => ({
    isGood: false,
    title: 'The code is not on this page',
    text,
  })
  if (misplaced === 'text') {
    return found(
      'Visitors can read it there as text. Paste it where your website builder takes HTML or custom code.',
    )
  }
  if (misplaced === 'comment') return found('It is inside a comment, which browsers skip. Move it out.')
  if (misplaced === 'unclosed') {
    return found('Its end is missing, so browsers skip it. Copy the code above again, up to </script>.')
  }
  if (misplaced === 'noscript' || misplaced === 'template') {
    return found(`It is inside <${misplaced}>, which browsers skip. Move it out.`)
  }
  if (misplaced === 'script') {
    return {
      isGood: false,
      title: 'A script on this page may add the code',
      text: 'It contains the address of the chat, but this check does not run scripts. Open your website and look for the chat.',
    }
  }
  if (has_tag_manager) {
    return found(
      'The page has a tag manager, and this check cannot see what a tag manager adds. If yours adds the code, open your website and look for the chat.',
    )
  }
  return found(
    'Paste it as described above, publish, and check again. A cache may show the old page for a while, and this check cannot see code that a plugin has merged with other scripts.',
  )
}
