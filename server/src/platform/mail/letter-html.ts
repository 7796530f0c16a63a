import type { Letter } from './clean-letter.ts'

const RIGHT_TO_LEFT = /^(?:ar|ckb|dv|fa|he|iw|ps|sd|ug|ur|yi)(?:-|$)/i
const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"
const LONG_WORDS = 'overflow-wrap:break-word;word-break:break-word'

/** The colours of the web pages. Inline styles are the light ones; mail programs that know dark mode find the dark ones in the head. */
const LIGHT = {
  paper: '#f6f7fa',
  card: '#ffffff',
  line: '#dfe3ec',
  ink: '#1c2333',
  quiet: '#586179',
  accent: '#2f5bd7',
}
const DARK = { paper: '#12151d', card: '#1b202c', line: '#2d3445', ink: '#e8ebf4', quiet: '#a5aec4', accent: '#8fadff' }

/** A letter as HTML that needs nothing from elsewhere: no images, no scripts, no style sheets. */
export function letterHtml(letter: Letter): string {
  const { language, heading, paragraphs, quote, facts = [], action, footer } = letter
  const isRightToLeft = RIGHT_TO_LEFT.test(language)
  const content = [
    `<h1 class="ink" style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:${LIGHT.ink}">${escaped(heading)}</h1>`,
    ...paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`),
    quote ? quoteHtml(quote, isRightToLeft) : '',
    facts.length > 0 ? factsHtml(facts, isRightToLeft) : '',
    action ? actionHtml(action) : '',
  ]
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${isRightToLeft ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escaped(heading)}</title>
<style>${HEAD_STYLE}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${LIGHT.paper}">
${preheader(paragraphs[0] ?? heading)}
<div class="paper sheet" style="padding:32px 16px;background-color:${LIGHT.paper};${FONT}">
${OUTLOOK_FRAME.open}
<div style="max-width:600px;margin:0 auto">
<div class="card ink" style="padding:32px 32px 16px;background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:12px;font-size:16px;line-height:1.55;color:${LIGHT.ink};${LONG_WORDS}">
${content.filter(Boolean).join('\n')}
</div>
<p class="quiet foot" style="margin:0;padding:20px 32px 0;font-size:13px;line-height:1.5;color:${LIGHT.quiet};${LONG_WORDS}">${escaped(footer)}</p>
</div>
${OUTLOOK_FRAME.close}
</div>
</body>
</html>
`
}

function quoteHtml(quote: string, isRightToLeft: boolean): string {
  const [side, corners] = isRightToLeft ? ['right', '8px 0 0 8px'] : ['left', '0 8px 8px 0']
  const bar = `border-${side}:3px solid ${LIGHT.accent};border-radius:${corners};text-align:${side}`
  const style = `margin:4px 0 20px;padding:12px 16px;background-color:${LIGHT.paper};${bar}`
  // Its own direction: people quote in other languages than that of the mail.
  return `<blockquote class="quote paper" dir="auto" style="${style}">${escaped(quote).replaceAll('\n', '<br>\n')}</blockquote>`
}

/** A table because it is one. */
function factsHtml(facts: [label: string, value: string][], isRightToLeft: boolean): string {
  const [start, end] = isRightToLeft ? ['right', 'left'] : ['left', 'right']
  const cell = `padding:10px 0;border-top:1px solid ${LIGHT.line};text-align:${start};vertical-align:top;${LONG_WORDS}`
  const rows = facts.map(
    ([label, value]) => `<tr>
<th class="line quiet" scope="row" style="${cell};padding-${end}:16px;width:34%;font-weight:400;color:${LIGHT.quiet}">${escaped(label)}</th>
<td class="line ink" style="${cell};font-weight:500;color:${LIGHT.ink}"><bdi>${escaped(value)}</bdi></td>
</tr>`,
  )
  return `<table cellpadding="0" cellspacing="0" style="width:100%;margin:4px 0 20px;border-collapse:collapse;font-size:15px;line-height:1.45">
${rows.join('\n')}
</table>`
}

/** With the address in words below: for programs that show no button, and for readers who want to see where it leads. */
function actionHtml({ label, url }: { label: string; url: string }): string {
  const button = `display:inline-block;padding:12px 24px;border-radius:8px;background-color:${LIGHT.accent};color:#ffffff;font-weight:600;text-decoration:none`
  return `<p style="margin:24px 0 12px"><a class="button" href="${escaped(url)}" style="${button}">${escaped(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:1.5"><a class="quiet" dir="ltr" href="${escaped(url)}" style="color:${LIGHT.quiet};text-decoration:none">${escaped(url)}</a></p>`
}

/** What lists of mails show beside the subject. The blanks keep the text below from being shown after it. */
function preheader(text: string): string {
  const hidden = 'display:none;max-height:0;overflow:hidden;opacity:0;font-size:1px;line-height:1px;mso-hide:all'
  return `<div style="${hidden}">${escaped(text)}${'&#847;&zwnj;&nbsp;'.repeat(80)}</div>`
}

/** Outlook for Windows knows no greatest width. */
const OUTLOOK_FRAME = {
  open: '<!--[if mso]><table role="presentation" align="center" width="600" cellpadding="0" cellspacing="0"><tr><td><![endif]-->',
  close: '<!--[if mso]></td></tr></table><![endif]-->',
}

const HEAD_STYLE = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sheet{padding:12px 8px 24px!important}.card{padding:24px 20px 8px!important}.foot{padding:16px 20px 0!important}}
@media (prefers-color-scheme:dark){
.paper{background-color:${DARK.paper}!important}
.card{background-color:${DARK.card}!important;border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}
.quiet{color:${DARK.quiet}!important}
.line{border-color:${DARK.line}!important}
.quote{border-color:${DARK.accent}!important}
.button{background-color:${DARK.accent}!important;color:${DARK.paper}!important}
}
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
}
