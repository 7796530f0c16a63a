import * as sdk from '@dossier/sdk'
import { useSdk } from './use-sdk.cjs'

useSdk(sdk)
