export { type AppliedClient, applySetup } from './apply-setup.ts'
export { DEMO_CLIENT, type DemoCredentials, demoSetup, isDemo } from './demo.ts'
export { reportSetup } from './report.ts'
export { readSetupFile, type SetupFile } from './setup-file.ts'
