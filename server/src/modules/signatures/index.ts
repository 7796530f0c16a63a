export { describeDocument } from '#modules/signatures/files/describe-document.ts'
export { createProcess } from '#modules/signatures/processes/create-process.ts'
export { startProcess } from '#modules/signatures/processes/start-process.ts'
export { sealingIdentity } from '#modules/signatures/sealing/sealing-identity.ts'
