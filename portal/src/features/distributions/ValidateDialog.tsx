import { Alert, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWords } from '../../app/i18n.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DefinitionList } from '../../ui/DefinitionList.tsx'
import { useFormat } from '../../ui/format.ts'
import { useNotify } from '../../ui/notify.tsx'
import { distributionKeys, endProject, type Project } from './distributions.api.ts'
import { toCheck, toDeliver } from './state.ts'

/** Asks for the validation of a project, with a recap of what it does, and validates it. */
export function useValidate(project: Project) {
  const t = useWords('distributions')
  const notify = useNotify()
  const confirm = useConfirm()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => endProject(String(project.id), 'validate'),
    onSuccess: (changed) => {
      queryClient.setQueryData(distributionKeys.one(String(project.id)), changed)
      notify.success(t('validate.done'))
    },
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  const ask = async () => {
    const title = t('validate.title', { name: project.name })
    const question = { title, text: <Recap project={project} />, action: t('validate.submit'), destroys: false }
    if (await confirm(question)) mutate()
  }
  return { ask, isPending }
}

function Recap({ project }: { project: Project }) {
  const t = useWords('distributions')
  const format = useFormat()
  const [documents, unsettled] = [toDeliver(project), toCheck(project)]
  const employees = project.checks?.employees ?? 0
  const envelopes = project.regroup_paper_mailing ? employees : documents
  const paper = project.paper_name === null ? t('validate.noPaper') : t('validate.paperText', { count: envelopes })
  const electronic = { documents: format.number(documents), employees: format.number(employees) }
  return (
    <Stack gap="md">
      <Text size="sm">{t('validate.text')}</Text>
      <DefinitionList
        items={[
          { label: t('validate.electronic'), value: t('validate.electronicText', electronic) },
          { label: t('validate.paper'), value: paper },
          { label: t('validate.leftOut'), value: format.number(project.counts.left_out) },
        ]}
      />
      {unsettled > 0 && (
        <Alert variant="light" color="orange" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t('validate.warning', { count: unsettled })}
        </Alert>
      )}
    </Stack>
  )
}
