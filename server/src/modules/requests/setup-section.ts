import { listSection } from '#platform/setup-section.ts'
import { forms } from './forms.ts'

export const formsSection = listSection({ key: 'forms', ...forms })
