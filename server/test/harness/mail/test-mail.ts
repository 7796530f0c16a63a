import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { folderMailer } from '#platform/mail/folder-mailer.ts'

/** A mailer whose mails can be read, and what else a job needs to write to people. */
export function testMail() {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-mail-'))
  return {
    mailer: folderMailer({ folder, from: 'Dossier <no-reply@localhost>' }),
    mailboxesFor: async (_clientId: string, permission: string) => [`${permission.replace(':', '-')}@acme.test`],
    /** Where the links of mails lead. */
    publicUrl: 'http://localhost:8080',
    removeMails: () => rmSync(folder, { recursive: true, force: true }),
    /** Every mail that was sent so far, oldest first. */
    async mails(): Promise<Email[]> {
      const files = (await readdir(folder)).filter((one) => one.endsWith('.eml')).sort()
      return Promise.all(files.map(async (one) => PostalMime.parse(await readFile(join(folder, one)))))
    },
  }
}
