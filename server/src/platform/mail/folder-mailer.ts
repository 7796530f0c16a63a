import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMail } from './compose-mail.ts'
import { forgetMails } from './forget-mails.ts'
import type { Mail, Mailer } from './mail.ts'

/** Each mail becomes one `.eml` file, for an installation without a mail server. */
export function folderMailer({ folder, from }: { folder: string; from: string }): Mailer {
  const writing = new Set<Promise<void>>()

  return {
    transport: 'folder',

    async send(mail) {
      const written = write(folder, mail, from)
      writing.add(written)
      await written.finally(() => writing.delete(written))
    },

    forget: (texts) => forgetMails(folder, texts),

    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await access(folder, constants.W_OK)
    },

    async close() {
      await Promise.allSettled(writing)
    },
  }
}

async function write(folder: string, mail: Mail, from: string): Promise<void> {
  // Only here: a start has no use for it.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const message = await new MailComposer({ ...composeMail(mail, from), newline: '\r\n' }).compile().build()
  const name = fileName(new Date())
  const temporary = join(folder, `.${name}.tmp`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(temporary, message, { flag: 'wx', mode: 0o600, flush: true })
    // A program that watches the folder never sees a partial mail.
    await rename(temporary, join(folder, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Sorts by time; the random end keeps mails of one millisecond apart. */
function fileName(now: Date): string {
  return `${now.toISOString().replaceAll(/[-:]/g, '')}-${randomBytes(8).toString('hex')}.eml`
}
