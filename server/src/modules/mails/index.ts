export { recordingMailer } from './recording-mailer.ts'
