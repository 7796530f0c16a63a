import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { FormActions } from '#ui/fields/FormActions.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { dialogs } from '#ui/overlays/dialogs.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { distributionKeys, type Project, validateProject, type Warning } from './distributions.api.ts'
import { toDeliver } from './state.ts'
import { distributionWords } from './words.ts'

/** Asks for the validation of a project, with a recap of what it does, and validates it. */
export function useValidate(project: Project) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (acknowledged: Warning[]) => validateProject(String(project.id), acknowledged),
    onSuccess: (changed) => {
      queryClient.setQueryData(distributionKeys.one(String(project.id)), changed)
      notify.success(t(changed.status === 'waiting_for_validation' ? 'validate.counted' : 'validate.done'))
    },
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  const ask = () => {
    const id = dialogs.open({
      title: t('validate.title', { name: project.name }),
      children: (
        <ValidateForm
          project={project}
          onCancel={() => dialogs.close(id)}
          onSubmit={() => {
            dialogs.close(id)
            mutate(project.warnings.map(({ code }) => code))
          }}
        />
      ),
    })
  }
  return { ask, isPending }
}

type ValidateFormProps = { project: Project; onCancel: () => void; onSubmit: () => void }

/** The recap, and a tick for each warning where the validation option asks for it. */
function ValidateForm({ project, onCancel, onSubmit }: ValidateFormProps) {
  const t = useWords(distributionWords)
  const [ticked, setTicked] = useState<readonly Warning[]>([])
  const { acknowledge_warnings, warnings, validators_required, validations } = project
  const isLast = validations.length + 1 >= validators_required
  const isSeen = !acknowledge_warnings || warnings.every(({ code }) => ticked.includes(code))
  const tick = (code: Warning, isTicked: boolean) =>
    setTicked((before) => (isTicked ? [...before, code] : before.filter((one) => one !== code)))
  return (
    <Stack gap="md">
      <Text size="sm">{t(isLast ? 'validate.text' : 'validate.firstText')}</Text>
      <Recap project={project} />
      {warnings.length > 0 && (
        <Alert
          variant="light"
          color="orange"
          icon={<IconAlertTriangle size={18} aria-hidden />}
          title={acknowledge_warnings ? t('validate.acknowledge') : undefined}
        >
          <Stack gap="xs">
            {warnings.map(({ code, count }) =>
              acknowledge_warnings ? (
                <Checkbox
                  key={code}
                  label={t(`validate.warnings.${code}`, { count })}
                  checked={ticked.includes(code)}
                  onChange={(event) => tick(code, event.currentTarget.checked)}
                />
              ) : (
                <Text key={code} size="sm">
                  {t(`validate.warnings.${code}`, { count })}
                </Text>
              ),
            )}
          </Stack>
        </Alert>
      )}
      <FormActions onCancel={onCancel} isCancelFocused>
        <Button disabled={!isSeen} onClick={onSubmit}>
          {t(isLast ? 'validate.submit' : 'validate.submitFirst')}
        </Button>
      </FormActions>
    </Stack>
  )
}

function Recap({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const documents = toDeliver(project)
  const employees = project.checks?.employees ?? 0
  const envelopes = project.regroup_paper_mailing ? employees : documents
  const paper = project.paper_name === null ? t('validate.noPaper') : t('validate.paperText', { count: envelopes })
  const electronic = { documents: format.number(documents), employees: format.number(employees) }
  return (
    <DefinitionList
      items={[
        { label: t('validate.electronic'), value: t('validate.electronicText', electronic) },
        { label: t('validate.paper'), value: paper },
        { label: t('validate.leftOut'), value: format.number(project.counts.left_out) },
      ]}
    />
  )
}
