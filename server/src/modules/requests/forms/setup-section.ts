import { listSection } from '#kernel/resources/setup-section.ts'
import { translatedForms } from './forms.ts'

export const formsSection = listSection({ key: 'forms', ...translatedForms })
