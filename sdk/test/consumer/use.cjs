const sdk = require('@dossier/sdk')
const { useSdk } = require('./use-sdk.cjs')

useSdk(sdk)
