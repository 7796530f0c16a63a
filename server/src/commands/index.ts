import { backup } from '#commands/backup/backup.ts'
import { restore } from '#commands/backup/restore.ts'
import { doctor } from '#commands/doctor/doctor.ts'
import { importDataset } from '#commands/import-dataset/import-dataset.ts'
import { rotateKey } from '#commands/rotate-key/rotate-key.ts'
import { start } from '#commands/service/start.ts'
import { apply } from './apply.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { distribute } from './distribute.ts'
import { issueApplication } from './issue-application.ts'
import { issueKey } from './issue-key.ts'
import { migrate } from './migrate.ts'
import { revoke } from './revoke.ts'
import { verifyAudit } from './verify-audit.ts'
import { verifyFiles } from './verify-files.ts'

export const COMMANDS: readonly Command[] = [
  start,
  apply,
  migrate,
  distribute,
  issueApplication,
  issueKey,
  revoke,
  importDataset,
  verifyFiles,
  verifyAudit,
  backup,
  restore,
  rotateKey,
  demo,
  doctor,
]
