import { checkSftp } from '#platform/transfer/send-by-sftp.ts'
import { TransferFailure } from '#platform/transfer/transfer-failure.ts'
import { checkFolder } from '#platform/transfer/write-to-folder.ts'
import type { SendDeps } from './parcel.ts'
import type { Carrier } from './schemas.ts'
import { sftpTarget } from './send-packages.ts'

const SILENCE_MS = 10_000

/** Whether a carrier could take packages, as far as that can be seen without sending it something. Throws why not. */
export async function checkCarrier(
  carrier: Carrier,
  { outbound, carrierRoot }: Pick<SendDeps, 'outbound' | 'carrierRoot'>,
): Promise<string> {
  switch (carrier.kind) {
    case 'manual':
      return 'a person downloads the packages'
    case 'folder':
      return `the folder ${await checkFolder({ root: carrierRoot, rootName: 'CARRIER_ROOT', folder: carrier.folder })} takes files`
    case 'sftp':
      await checkSftp(outbound, sftpTarget(carrier), SILENCE_MS)
      return `${carrier.host} has the pinned host key, takes the user and has the directory`
    case 'https': {
      const verdict = await outbound.vet(carrier.url)
      if (verdict !== 'ok') throw new TransferFailure(verdict, `The address cannot be called (${verdict}).`)
      return 'the address may be called; it was not'
    }
  }
}
