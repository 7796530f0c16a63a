import { sendBySftp } from '#platform/transfer/send-by-sftp.ts'
import { writeToFolder } from '#platform/transfer/write-to-folder.ts'
import type { Parcel, SendDeps } from './parcel.ts'
import { postPackages } from './post-packages.ts'
import type { Carrier } from './schemas.ts'

/** Made of numbers and the delivery id alone: nothing that people have typed gets into a path. */
export function parcelName({ projectId, deliveryId }: Pick<Parcel, 'projectId' | 'deliveryId'>): string {
  return `packages-${projectId}-${deliveryId}.zip`
}

/** Answers the receipt. Throws a TransferFailure for what the carrier or the operator has to mend. */
export async function sendPackages(
  carrier: Exclude<Carrier, { kind: 'manual' }>,
  parcel: Parcel,
  deps: SendDeps,
): Promise<string | null> {
  const name = parcelName(parcel)
  const { outbound, carrierRoot, signal, silenceMs } = deps
  switch (carrier.kind) {
    case 'folder': {
      await writeToFolder(
        { root: carrierRoot, rootName: 'CARRIER_ROOT', folder: carrier.folder },
        name,
        parcel.read,
        signal,
      )
      return name
    }
    case 'sftp': {
      const target = sftpTarget(carrier)
      await sendBySftp(outbound, target, { name, read: parcel.read }, { signal, silenceMs })
      return name
    }
    case 'https':
      return postPackages(carrier, parcel, name, deps)
  }
}

export function sftpTarget(carrier: Extract<Carrier, { kind: 'sftp' }>) {
  const { host, port, user, directory, host_key, password, private_key, passphrase } = carrier
  return { host, port, user, directory, hostKey: host_key, password, privateKey: private_key, passphrase }
}
