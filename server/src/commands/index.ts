import { apply } from './apply.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { doctor } from './doctor.ts'
import { importDataset } from './import-dataset.ts'
import { issueApplication } from './issue-application.ts'
import { issueKey } from './issue-key.ts'
import { migrate } from './migrate.ts'
import { revoke } from './revoke.ts'
import { start } from './start.ts'
import { verifyFiles } from './verify-files.ts'

export const COMMANDS: readonly Command[] = [
  start,
  apply,
  migrate,
  issueApplication,
  issueKey,
  revoke,
  importDataset,
  verifyFiles,
  demo,
  doctor,
]
