import { Alert, Button, Text } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { packageWords } from '#features/governance/words.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { mayAdmin } from '#kernel/session/permissions.ts'
import { useSession } from '#kernel/session/session.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { ConfirmButton } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { type AccessPackage, deletePackage, isMoving, packageFile, packageKeys } from './packages.api.ts'
import classes from './packages.module.css'
import { PACKAGE_TONES } from './state.ts'

/** One package: how far it is, what can be done with it, and who downloaded it. */
export function PackageCard({ of }: { of: AccessPackage }) {
  const t = useWords(packageWords)
  const format = useFormat()
  const { status, origin, created_at, error, exclude } = of
  return (
    <div className={classes.card}>
      <div className={classes.head}>
        <PackageBadge status={status} />
        <Text component="span" size="sm" c="dimmed">
          {t('made', { date: format.dateTime(created_at), origin: t(`origins.${origin}`) })}
        </Text>
      </div>
      {isMoving(of) && <ProgressBar label={t('progress')} value={of.progress} />}
      {status === 'failed' && error && <Alert color="red">{error}</Alert>}
      <Contents of={of} />
      {exclude.length > 0 && (
        <Text size="sm">{t('leftOut', { kinds: exclude.map((kind) => t(`kinds.${kind}`)).join(', ') })}</Text>
      )}
      <Actions of={of} />
      {(status === 'ready' || of.downloads.length > 0) && <Downloads of={of} />}
    </div>
  )
}

export function PackageBadge({ status }: Pick<AccessPackage, 'status'>) {
  return <StatusBadge tone={PACKAGE_TONES[status]}>{useWords(packageWords)(`status.${status}`)}</StatusBadge>
}

function Contents({ of: { status, size, entries_count, expires_at, sha256 } }: { of: AccessPackage }) {
  const t = useWords(packageWords)
  const format = useFormat()
  if (status === 'expired') return <Text size="sm">{t('expired')}</Text>
  if (status !== 'ready' || size === null || entries_count === null) return null
  const number = format.number(entries_count)
  return (
    <div>
      <Text size="sm">
        {t('contents', { count: entries_count, number, size: format.bytes(size) })}
        {' · '}
        {t('until', { date: format.dateTime(expires_at) })}
      </Text>
      {sha256 && (
        <p className={classes.hash}>
          {t('fingerprint')} {sha256}
        </p>
      )}
    </div>
  )
}

function Actions({ of: { id, status } }: { of: AccessPackage }) {
  const t = useWords(packageWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const mayWrite = mayAdmin(useSession(), 'access_packages:write')
  const { mutate, isPending } = useMutation({
    mutationFn: () => deletePackage(id),
    onSuccess: () => notify.success(t('remove.done')),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: packageKeys.all }),
  })
  if (status !== 'ready') return null
  return (
    <div className={classes.actions}>
      <Button
        component="a"
        href={packageFile(id)}
        download
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void queryClient.invalidateQueries({ queryKey: packageKeys.all })}
      >
        {t('download')}
      </Button>
      {mayWrite && (
        <ConfirmButton
          leftSection={<IconTrash size={16} aria-hidden />}
          loading={isPending}
          question={{ title: t('remove.title'), text: t('remove.text'), action: t('remove.submit') }}
          onConfirm={() => mutate(undefined)}
        >
          {t('remove.open')}
        </ConfirmButton>
      )}
    </div>
  )
}

function Downloads({ of: { downloads } }: { of: AccessPackage }) {
  const t = useWords(packageWords)
  const format = useFormat()
  const nameOf = ({ type, name, id }: AccessPackage['downloads'][number]['actor']) =>
    type === 'external' ? t('downloads.external') : (name ?? id ?? t('downloads.unknown'))
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('downloads.title')}
      </Text>
      {downloads.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('downloads.none')}
        </Text>
      )}
      <ul className={classes.downloads}>
        {downloads.map(({ at, actor }) => (
          <li key={`${at} ${actor.id}`}>
            <span>{nameOf(actor)}</span>
            <span>{format.dateTime(at)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
