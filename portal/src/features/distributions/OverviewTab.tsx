import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconChecks, IconInfoCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { SpoolSection } from '#features/distributions/spools/SpoolSection.tsx'
import { useMutation } from '#kernel/api/use-mutation.ts'
import { ProgressBar } from '#ui/feedback/ProgressBar.tsx'
import { useFormat } from '#ui/language/format.ts'
import { useWords } from '#ui/language/words.ts'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { Figures } from '#ui/text/Figures.tsx'
import { changeExpected, type DocumentView, distributionKeys, type Project } from './distributions.api.ts'
import classes from './OverviewTab.module.css'
import { isOpen, toCheck, toDeliver } from './state.ts'
import { distributionWords } from './words.ts'

type OverviewTabProps = { project: Project; onShow: (outcome: DocumentView) => void }

/** Where a project is, what it waits for, what is worth a look, its files and its settings. */
export function OverviewTab({ project, onShow }: OverviewTabProps) {
  return (
    <Stack gap="lg">
      <NextStep project={project} onShow={onShow} />
      <ValidationState project={project} />
      <Counts project={project} />
      <div>
        <Hints project={project} onShow={onShow} />
        <SpoolSection project={project} />
        <Settings project={project} />
      </div>
    </Stack>
  )
}

function NextStep({ project, onShow }: OverviewTabProps) {
  const t = useWords(distributionWords)
  const { next_step, status } = project
  const step = next_step === 'nothing' ? t('next.nothing') : t('overview.nextIs', { step: t(`next.${next_step}`) })
  const title = isShort(project) ? t('overview.expecting') : step
  return (
    <Alert
      icon={<IconInfoCircle size={20} aria-hidden />}
      title={title}
      variant="light"
      {...(next_step === 'mend' || next_step === 'hand_over_paper' ? { color: 'red' } : {})}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm" className={classes.explain}>
          {isShort(project)
            ? t('overview.explain.expecting', {
                count: project.distributions_count,
                all: project.expected_distributions ?? 0,
              })
            : t(status === 'canceled' ? 'overview.explain.canceled' : `overview.explain.${next_step}`)}
        </Text>
        {isShort(project) && project.may_write && <GoOn project={project} />}
        {next_step === 'check' && (
          <Button size="xs" rightSection={<IconArrowRight size={14} aria-hidden />} onClick={() => onShow('to_check')}>
            {t('overview.checkAction')}
          </Button>
        )}
      </Group>
      {!isShort(project) && <Progress project={project} />}
    </Alert>
  )
}

/** Who has validated, and who still has to, where one person is not enough. */
function ValidationState({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const { status, validators_required, validations, validation_group_name, has_validated } = project
  if (status !== 'waiting_for_validation' || (validators_required === 1 && validation_group_name === null)) return null
  const missing = validators_required - validations.length
  return (
    <Alert icon={<IconChecks size={20} aria-hidden />} variant="light" color="gray" title={t('overview.whoValidates')}>
      <Stack gap={4}>
        {validation_group_name !== null && (
          <Text size="sm">{t('overview.groupValidates', { group: validation_group_name })}</Text>
        )}
        {validations.map((one) => (
          <Text key={`${one.type} ${one.id}`} size="sm">
            {t('overview.hasValidated', {
              name: one.name ?? t('overview.anApi'),
              date: format.dateTime(one.validated_at),
            })}
          </Text>
        ))}
        <Text size="sm">
          {has_validated ? t('overview.otherPerson') : t('overview.missingValidations', { count: missing })}
        </Text>
      </Stack>
    </Alert>
  )
}

/** No longer waits for files that never come. */
function GoOn({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => changeExpected(String(project.id), project.distributions_count),
    onError: (error) => notify.failure(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: distributionKeys.all }),
  })
  return (
    <Button size="xs" variant="default" loading={isPending} onClick={() => mutate()}>
      {t('overview.goOn')}
    </Button>
  )
}

/** Whether all spools have been read, and more are expected. */
function isShort({ status, expected_distributions: expected, distributions }: Project): boolean {
  const isRead = distributions.every((one) => one.status === 'ready')
  return status === 'preparing' && isRead && distributions.length < (expected ?? 0)
}

function Progress({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const { status, counts, distributions } = project
  if (status === 'preparing') {
    const share = distributions.reduce((sum, one) => sum + one.progress, 0) / Math.max(1, distributions.length)
    return <ProgressBar label={t('overview.reading')} value={share} />
  }
  if (status !== 'validated' && status !== 'delivering') return null
  const all = toDeliver(project)
  const detail = t('overview.deliveredOf', { done: format.number(counts.delivered), all: format.number(all) })
  return <ProgressBar label={t('overview.delivering')} value={counts.delivered / Math.max(1, all)} detail={detail} />
}

function Counts({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const { documents, matched, assigned, left_out, delivered } = project.counts
  const counts = { documents, matched, assigned, to_check: toCheck(project), left_out, delivered }
  const calls = counts.to_check > 0 && isOpen(project)
  return (
    <Figures
      figures={(Object.keys(counts) as (keyof typeof counts)[]).map((name) => ({
        label: t(`overview.counts.${name}`),
        value: counts[name],
        tone: name === 'to_check' && calls ? 'warning' : undefined,
      }))}
    />
  )
}

function Hints({ project, onShow }: OverviewTabProps) {
  const t = useWords(distributionWords)
  const { checks } = project
  if (!checks) return null
  const views = (['leavers', 'duplicates'] as const).filter((one) => checks[one] > 0)
  const isMissing = checks.without_address > 0
  if (views.length === 0 && !isMissing) return null
  return (
    <Section title={t('overview.hints')}>
      <Stack gap="xs">
        {views.map((one) => (
          <Group key={one} gap="xs">
            <Text size="sm">{t(`overview.${one}`, { count: checks[one] })}</Text>
            <Button variant="subtle" size="compact-sm" onClick={() => onShow(one)}>
              {t('overview.show')}
            </Button>
          </Group>
        ))}
        {isMissing && <Text size="sm">{t('overview.noAddress', { count: checks.without_address })}</Text>}
      </Stack>
    </Section>
  )
}

function Settings({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  const format = useFormat()
  const { validated_at, validator_name, paper_name } = project
  const validated =
    validated_at && validator_name
      ? t('overview.validatedBy', { date: format.dateTime(validated_at), name: validator_name })
      : validated_at && format.dateTime(validated_at)
  const items = [
    { label: t('overview.group'), value: project.group_name },
    { label: t('overview.sender'), value: project.sender_name },
    { label: t('overview.validation'), value: t(project.auto_validate ? 'overview.automatic' : 'overview.manual') },
    {
      label: t('overview.expected'),
      value:
        project.expected_distributions === null
          ? null
          : t('overview.expectedOf', { count: project.distributions_count, all: project.expected_distributions }),
    },
    { label: t('overview.paper'), value: paper_name ?? t('form.noPaper') },
    ...(paper_name === null
      ? []
      : [
          { label: t('overview.sendTo'), value: <Destination project={project} /> },
          { label: t('overview.contact'), value: project.package_contact },
        ]),
    { label: t('overview.created'), value: format.dateTime(project.created_at) },
    { label: t('overview.validated'), value: validated },
    { label: t('overview.ended'), value: project.ended_at && format.dateTime(project.ended_at) },
  ]
  return (
    <Section title={t('overview.settings')}>
      <DefinitionList items={items} />
    </Section>
  )
}

function Destination({ project }: { project: Project }) {
  const t = useWords(distributionWords)
  if (project.package_sent_to_orgs) return t('form.toOrganization')
  const lines = [
    [project.package_first_name, project.package_last_name].filter(Boolean).join(' '),
    project.package_address,
    project.package_address_2,
    project.package_address_3,
    [project.package_postcode, project.package_city].filter(Boolean).join(' '),
    project.package_country,
  ].filter(Boolean)
  return lines.length > 0 ? lines.join(', ') : t('form.toEmployee')
}
