import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { applicationWords } from '#features/auth/words.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import classes from './Applications.module.css'

type CredentialBarProps = { create: string; onCreate: (() => void) | undefined }

/** Above a list: what was revoked, and the button that makes a new one. */
export function CredentialBar({ create, onCreate }: CredentialBarProps) {
  const t = useWords(applicationWords)
  const filters = useUrlFilters(['revoked'])
  const isRevoked = filters.values.revoked === 'yes'
  return (
    <div className={classes.bar}>
      <Button variant="subtle" onClick={() => filters.set({ revoked: isRevoked ? undefined : 'yes' })}>
        {t(isRevoked ? 'activeOnes' : 'revokedOnes')}
      </Button>
      {onCreate && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onCreate}>
          {create}
        </Button>
      )}
    </div>
  )
}
