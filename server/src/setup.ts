import { MODULES } from '#modules/index.ts'
import { openSetup } from '#modules/setup/index.ts'

/** Reading and applying of the set-up file, with what every module contributes to it. */
export const { applySetup, parseSetup, readSetupFile } = openSetup(
  MODULES.map(({ prepareClient, setupSections: sections }) => ({ prepareClient, sections })),
)
