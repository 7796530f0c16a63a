import type { applicationWords } from '#features/auth/words.ts'
import type { Translate } from '#ui/language/words.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { RelativeTime } from '#ui/text/RelativeTime.tsx'
import type { ApiKey } from './applications.api.ts'

type Credential = Pick<ApiKey, 'name' | 'last_used_at' | 'created_at' | 'revoked_at'>

/** What lists of applications and of API keys both show. */
export function credentialColumns<Row extends Credential>(
  t: Translate<typeof applicationWords>,
  isRevoked: boolean,
): Record<'name' | 'used' | 'time', Column<Row>> {
  return {
    name: { id: 'name', header: t('column.name'), render: (row) => row.name },
    used: {
      id: 'used',
      header: t('column.used'),
      width: '12rem',
      render: (row) => (row.last_used_at ? <RelativeTime value={row.last_used_at} /> : t('never')),
    },
    time: {
      id: 'time',
      header: t(isRevoked ? 'column.revoked' : 'column.created'),
      width: '10rem',
      hideBelow: 'xl',
      render: (row) => <RelativeTime value={row.revoked_at ?? row.created_at} />,
    },
  }
}
