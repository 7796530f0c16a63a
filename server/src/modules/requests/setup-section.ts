import { listSection } from '#platform/setup-section.ts'
import { translatedForms } from './forms.ts'

export const formsSection = listSection({ key: 'forms', ...translatedForms })
