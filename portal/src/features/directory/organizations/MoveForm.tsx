import { Alert, Button, List } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useChangeOrganization } from '#features/directory/directory.api.ts'
import { useRefusals } from '#features/directory/refusals.ts'
import { directoryWords } from '#features/directory/words.ts'
import { ApiError } from '#kernel/api/api.ts'
import { OrganizationField } from '#shared/organizations/OrganizationField.tsx'
import { type Tree, treeOf } from '#shared/organizations/organization-tree.ts'
import { treeQuery } from '#shared/organizations/organizations.api.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'

export function openMoveForm({ title, code }: { title: string; code: string }): void {
  const id = dialogs.open({ title, size: 'lg', children: <MoveForm code={code} onDone={() => dialogs.close(id)} /> })
}

/** Another place in the tree, with what goes there. */
function MoveForm({ code, onDone }: { code: string; onDone: () => void }) {
  const t = useWords(directoryWords)
  const notify = useNotify()
  const refuse = useRefusals()
  const save = useChangeOrganization()
  const { data } = useQuery(treeQuery)
  const tree = useMemo(() => treeOf(data ?? []), [data])
  const organization = tree.byCode.get(code)
  const [parent, setParent] = useState(organization?.parent ?? null)
  const [error, setError] = useState<string>()
  const excluded = useMemo(() => withBelow(tree, code), [tree, code])
  if (!organization) return null
  const { name } = organization
  const isSame = parent === organization.parent
  const move = () =>
    save.mutate(
      { code, parent },
      {
        onSuccess: () => {
          onDone()
          notify.success(t('organization.moved', { name }))
        },
        onError: (refusal) => {
          const ofField = refusal instanceof ApiError ? refusal.fields[0]?.message : undefined
          if (ofField === undefined) refuse(refusal)
          else setError(ofField)
        },
      },
    )
  return (
    <>
      <OrganizationField
        label={t('organization.moveTo')}
        description={t('organization.moveToHint')}
        placeholder={t('organization.top')}
        clearable
        excluded={excluded}
        value={parent}
        onChange={(value) => {
          setParent(value)
          setError(undefined)
        }}
        error={error}
      />
      <Alert color="gray" mt="md" title={t('organization.preview')} aria-live="polite">
        {isSame ? t('organization.previewSame') : <Preview tree={tree} code={code} parent={parent} />}
      </Alert>
      <FormActions onCancel={onDone}>
        <Button disabled={isSame} loading={save.isPending} onClick={move}>
          {t('organization.moveNow')}
        </Button>
      </FormActions>
    </>
  )
}

function Preview({ tree, code, parent }: { tree: Tree; code: string; parent: string | null }) {
  const t = useWords(directoryWords)
  const path = (at: string | null | undefined) =>
    (at ? tree.pathOf(at) : []).map(({ name }) => name).join(' › ') || t('organization.top')
  const organization = tree.byCode.get(code)
  return (
    <>
      <DefinitionList
        stacked
        items={[
          { label: t('organization.previewFrom'), value: path(organization?.parent) },
          { label: t('organization.previewTo'), value: path(parent) },
        ]}
      />
      <List size="sm" mt="sm">
        <List.Item>{t('organization.previewOrganizations', { count: 1 + tree.countBelow(code) })}</List.Item>
        <List.Item>{t('organization.previewEmployees', { count: organization?.employees_below ?? 0 })}</List.Item>
        <List.Item>{t('organization.previewAccess')}</List.Item>
      </List>
    </>
  )
}

/** An organization cannot lie below itself. */
function withBelow(tree: Tree, code: string): ReadonlySet<string> {
  const found = new Set([code])
  for (const child of tree.childrenOf(code)) for (const one of withBelow(tree, child.code)) found.add(one)
  return found
}
