import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconUserOff } from '@tabler/icons-react'
import type { DistributionDocument, Project } from '#features/distributions/distributions.api.ts'
import { isOpen, OUTCOME_TONES } from '#features/distributions/state.ts'
import { distributionWords } from '#features/distributions/words.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { DefinitionList } from '#ui/text/DefinitionList.tsx'
import { PersonChip } from '#ui/text/PersonChip.tsx'
import classes from './CheckView.module.css'
import { EmployeeSearch } from './EmployeeSearch.tsx'
import { useDecisions } from './use-decisions.ts'

type DecisionPanelProps = { project: Project; part: DistributionDocument; onDecided: () => void }

/** Whose a document is, why, and what can be decided about it. */
export function DecisionPanel({ project, part, onDecided }: DecisionPanelProps) {
  const t = useWords(distributionWords)
  const decisions = useDecisions(project, part, onDecided)
  const mayChange = project.may_write && isOpen(project)
  return (
    <div className={classes.panel}>
      <Section
        title={t('check.person')}
        actions={<StatusBadge tone={OUTCOME_TONES[part.outcome]}>{t(`outcome.${part.outcome}`)}</StatusBadge>}
      >
        <Stack>
          <Whose part={part} />
          {mayChange && part.outcome !== 'rejected' && (
            <EmployeeSearch
              label={part.employee_technical_id ? t('check.change') : t('check.assign')}
              isBusy={decisions.isPending}
              onChoose={decisions.assign}
            />
          )}
          {mayChange && (
            <Group gap="xs">
              {part.outcome !== 'left_out' && (
                <Button
                  variant="default"
                  leftSection={<IconUserOff size={16} aria-hidden />}
                  disabled={decisions.isPending}
                  onClick={decisions.leaveOut}
                >
                  {t('check.leaveOut')}
                </Button>
              )}
              {part.is_decided && (
                <Button
                  variant="default"
                  leftSection={<IconArrowBackUp size={16} aria-hidden />}
                  disabled={decisions.isPending}
                  onClick={decisions.restore}
                >
                  {t('check.restore')}
                </Button>
              )}
            </Group>
          )}
          {!project.may_write && isOpen(project) && (
            <Text size="sm" c="dimmed">
              {t('check.readOnly')}
            </Text>
          )}
        </Stack>
      </Section>
    </div>
  )
}

function Whose({ part }: { part: DistributionDocument }) {
  const t = useWords(distributionWords)
  return (
    <>
      {part.employee_name && <PersonChip name={part.employee_name} detail={part.employee_technical_id} size="md" />}
      {part.employee_terminated && <Text size="sm">{t('check.leaver')}</Text>}
      {part.reason && (
        <Alert
          variant="light"
          color={part.outcome === 'rejected' ? 'red' : 'orange'}
          icon={<IconAlertTriangle size={18} aria-hidden />}
        >
          <ReasonText part={part} />
        </Alert>
      )}
      {part.document_id && <StatusBadge tone="good">{t('check.filed')}</StatusBadge>}
      {part.package !== null && <Text size="sm">{t('check.inPackage', { number: part.package })}</Text>}
      {part.package_problem && (
        <Alert color="orange" variant="light" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {t(`packageProblem.${part.package_problem}`)}
        </Alert>
      )}
    </>
  )
}

/** The reason in words; what only the server can say, such as which field does not fit, as it says it. */
function ReasonText({ part: { reason, message, employee_number } }: { part: DistributionDocument }) {
  const t = useWords(distributionWords)
  const key = `reason.${reason}` as 'reason.damaged'
  const words = t(key, { number: employee_number ?? '' })
  if (words === key) return message
  return reason === 'wrong_attribute' && message ? `${words} ${message}` : words
}

/** What a document says of itself. */
export function Facts({ part }: { part: DistributionDocument }) {
  const t = useWords(distributionWords)
  const page = part.first_page === null ? '' : `, ${t('parts.page', { page: part.first_page })}`
  return (
    <Section title={t('check.found')}>
      <DefinitionList
        stacked
        items={[
          { label: t('check.number'), value: part.employee_number },
          { label: t('check.organization'), value: part.organization },
          { label: t('check.period'), value: part.period },
          { label: t('check.type'), value: part.document_type_code },
          { label: t('check.title'), value: part.title },
          { label: t('check.file'), value: `${part.file}${page}` },
        ]}
      />
    </Section>
  )
}
