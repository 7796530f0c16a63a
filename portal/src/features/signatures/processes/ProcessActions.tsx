import { Button } from '@mantine/core'
import {
  IconBan,
  IconFolderDown,
  IconPencil,
  IconPlayerPlay,
  IconSend,
  IconSignature,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { signatureProcessWords } from '#features/signatures/words.ts'
import { useSession } from '#kernel/session/session.ts'
import { useKeptRefusals } from '#shared/governance/refusals.ts'
import { useWords } from '#ui/language/words.ts'
import { AppLink } from '#ui/page/AppLink.tsx'
import { BlockedButton } from '#ui/page/BlockedButton.tsx'
import { ArchiveDialog } from './ArchiveDialog.tsx'
import { editPageOf, type Process } from './processes.api.ts'
import { askedOf } from './state.ts'
import { useProcessActions } from './use-process-actions.ts'

const ENDED = ['done', 'rejected', 'expired', 'canceled']

/** What can be done with a process in the state it is in. */
export function ProcessActions({ process }: { process: Process }) {
  const t = useWords(signatureProcessWords)
  const moves = useProcessActions(process)
  const [isFiling, setFiling] = useState(false)
  const { id, status, is_sealing } = process
  const { person } = useSession()
  const isMyTurn =
    status === 'signing' &&
    askedOf(process).some(({ type, technical_id }) => type === 'user' && technical_id === person.technical_id)
  const isFinishable = status === 'signed' || status === 'sent'
  return (
    <>
      {(status === 'draft' || ENDED.includes(status)) && (
        <DeleteButton process={process} isBusy={moves.isPending} onClick={() => void moves.destroy()} />
      )}
      {status === 'draft' && (
        <>
          <Button
            component={AppLink}
            href={editPageOf(id)}
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
          >
            {t('actions.edit')}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={moves.isPending}
            onClick={() => void moves.start()}
          >
            {t('actions.start')}
          </Button>
        </>
      )}
      {isMyTurn && (
        <Button component={AppLink} href={`/portal/sign/${id}`} leftSection={<IconSignature size={16} aria-hidden />}>
          {t('actions.sign')}
        </Button>
      )}
      {status === 'signing' && !is_sealing && (
        <Button
          variant="default"
          leftSection={<IconBan size={16} aria-hidden />}
          disabled={moves.isPending}
          onClick={() => void moves.cancel()}
        >
          {t('actions.cancel')}
        </Button>
      )}
      {status === 'signed' && (
        <Button
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={moves.isPending}
          onClick={moves.send}
        >
          {t('actions.send')}
        </Button>
      )}
      {isFinishable && (
        <Button leftSection={<IconFolderDown size={16} aria-hidden />} onClick={() => setFiling(true)}>
          {t('actions.archive')}
        </Button>
      )}
      {isFiling && <ArchiveDialog process={process} onClose={() => setFiling(false)} />}
    </>
  )
}

function DeleteButton({ process, isBusy, onClick }: { process: Process; isBusy: boolean; onClick: () => void }) {
  const t = useWords(signatureProcessWords)
  const { legal_hold: reason } = useKeptRefusals()
  const looks = { variant: 'default', leftSection: <IconTrash size={16} aria-hidden /> } as const
  if (process.legal_holds.length > 0) {
    return (
      <BlockedButton {...looks} reason={reason}>
        {t('actions.delete')}
      </BlockedButton>
    )
  }
  return (
    <Button {...looks} disabled={isBusy} onClick={onClick}>
      {t('actions.delete')}
    </Button>
  )
}
