import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isWritten } from '#kernel/languages/words.ts'
import { acceptedLanguages } from '#platform/http/browser/accepted-languages.ts'
import { NOTICE_WORDS, type NoticeKind } from './notice-words.ts'

const STATUS = { link: 403, saml: 403, person: 403, slowed: 429, off: 404 } as const satisfies Record<
  NoticeKind,
  number
>

/** A page that explains why a person was not logged in and what to do, with a link to the log-in. */
export function sendNotice(
  request: FastifyRequest,
  reply: FastifyReply,
  kind: NoticeKind,
  headers: Record<string, string> = {},
): FastifyReply {
  const accepted = acceptedLanguages(request.headers['accept-language'])
  const { language, words } = NOTICE_WORDS.in(accepted.find(isWritten))
  const nonce = randomBytes(16).toString('base64')
  return reply
    .code(STATUS[kind])
    .headers({ ...pageHeaders(nonce), 'content-language': language, ...headers })
    .send(noticePage({ language, words }, kind, nonce))
}

function pageHeaders(nonce: string): Record<string, string> {
  const rules = `default-src 'none'; style-src 'nonce-${nonce}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  return {
    'content-security-policy': rules,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    vary: 'accept-language',
  }
}

type Written = ReturnType<typeof NOTICE_WORDS.in>

function noticePage({ language, words }: Written, kind: NoticeKind, nonce: string): string {
  const { notices, logIn } = words
  const { title, paragraphs } = notices[kind]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – Dossier</title>
<link rel="icon" href="/icon.svg">
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<p class="mark"><img src="/icon.svg" alt="" width="28" height="28">Dossier</p>
<h1>${title}</h1>
${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}
<p><a class="button" href="/login">${logIn}</a></p>
</main>
</body>
</html>
`
}

const STYLE = `
:root{color-scheme:light dark;--paper:#f6f7fa;--card:#fff;--line:#dfe3ec;--ink:#1c2333;--quiet:#586179;--accent:#2f5bd7;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#12151d;--card:#1b202c;--line:#2d3445;--ink:#e8ebf4;--quiet:#a5aec4;--accent:#8fadff;--on:#12151d}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}
main{width:100%;max-width:480px;padding:32px;background:var(--card);border:1px solid var(--line);border-radius:12px}
.mark{display:flex;align-items:center;gap:10px;margin:0 0 24px;font-weight:600}
h1{margin:0 0 12px;font-size:22px;line-height:1.3}
p{margin:0 0 16px;color:var(--quiet);overflow-wrap:break-word}
.mark{color:var(--ink)}
p:last-child{margin:24px 0 0}
.button{display:inline-block;padding:10px 20px;border-radius:8px;background:var(--accent);color:var(--on);font-weight:600;text-decoration:none}
.button:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
@media (max-width:420px){main{padding:24px 20px}}
`
