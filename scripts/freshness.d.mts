export type Build = { dist: string; sources: string[] }
export type Stamp = { hash: string; comparedAt: number; files?: string[] }
export const BUILDS: { server: Build; portal: Build }
export function stampOf(dist: string): Stamp | undefined
export function isFresh(build: Build): boolean
export function isTest(path: string): boolean
