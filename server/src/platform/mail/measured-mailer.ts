import { Counter, type Registry } from 'prom-client'
import type { Mailer } from './mail.ts'

/** The same mailer, which counts what became of mails. */
export function measuredMailer(mailer: Mailer, registry: Registry): Mailer {
  const mails = new Counter({
    name: 'dossier_mails_total',
    help: 'Mails that the mail server or the folder accepted, and that it did not.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  for (const outcome of ['sent', 'failed']) mails.inc({ outcome }, 0)
  return {
    ...mailer,
    async send(mail, about) {
      try {
        await mailer.send(mail, about)
      } catch (error) {
        mails.inc({ outcome: 'failed' })
        throw error
      }
      mails.inc({ outcome: 'sent' })
    },
  }
}
