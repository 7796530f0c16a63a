export type { Installation } from './system-monitor.ts'
