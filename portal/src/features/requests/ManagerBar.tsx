import { Button, Menu, Select, Switch, Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconUserPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSession } from '#kernel/session/session.ts'
import { ManagersField } from '#shared/people/ManagersField.tsx'
import { requestStatusWords } from '#shared/requests/words.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { useWords } from '#ui/language/words.ts'
import { confirm } from '#ui/overlays/confirm.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import classes from './manager.module.css'
import {
  type ManagerRequest,
  managerRequestQuery,
  type RequestChange,
  useChangeRequest,
} from './manager-requests.api.ts'
import { managerRequestWords, requestWords } from './words.ts'

/** Changes a request; the page shows it at once, and takes it back if it is refused. */
export function useRequestChange(
  request: ManagerRequest,
): (body: RequestChange, shown?: Partial<ManagerRequest>) => void {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const change = useChangeRequest(request.id)
  const { queryKey } = managerRequestQuery(request.id)
  return (body, shown = {}) => {
    queryClient.setQueryData(queryKey, { ...request, ...shown })
    change.mutate(body, {
      onError: (error) => {
        queryClient.setQueryData(queryKey, request)
        notify.failure(error)
      },
    })
  }
}

/** What is changed most about a request, all at hand: status, people, date, priority, who sees it. */
export function ManagerBar({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const { person } = useSession()
  const change = useRequestChange(request)
  const { managers_assigned: managers, priority, processing_date_due: due, may_write: mayWrite } = request
  const ids = managers.map((one) => one.technical_id)
  const priorities = (['LOW', 'NORMAL', 'URGENT'] as const).map((value) => ({
    value,
    label: shared(`priority.${value}`),
  }))
  return (
    <div className={classes.bar}>
      <div className={classes.wide}>
        <ManagersField
          label={t('one.assignees')}
          chosen={managers}
          onChange={(chosen) => change({ managers_assigned: chosen.map((one) => one.technical_id) })}
          disabled={!mayWrite}
        />
        {mayWrite && !ids.includes(person.technical_id) && (
          <Button
            variant="subtle"
            size="compact-sm"
            mt={4}
            leftSection={<IconUserPlus size={14} aria-hidden />}
            onClick={() => change({ managers_assigned: [...ids, person.technical_id] })}
          >
            {t('one.takeIt')}
          </Button>
        )}
      </div>
      <Select
        label={t('one.priority')}
        data={priorities}
        value={priority}
        allowDeselect={false}
        onChange={(value) => value && change({ priority: value as 'LOW' }, { priority: value as 'LOW' })}
        disabled={!mayWrite}
      />
      <DateField
        label={t('one.due')}
        value={due && dayOf(due)}
        onChange={(day) => {
          const processing_date_due = day && endOf(day)
          change({ processing_date_due }, { processing_date_due })
        }}
        disabled={!mayWrite}
      />
      <CustomState request={request} onSave={(custom_state) => change({ custom_state }, { custom_state })} />
      <Switch
        mt={28}
        label={t('one.visible')}
        description={t(visibilityHint(request))}
        checked={request.visible_to_employee}
        disabled={!mayWrite || request.made_by_employee || request.employee === null}
        onChange={({ currentTarget: { checked } }) =>
          change({ visible_to_employee: checked }, { visible_to_employee: checked })
        }
      />
    </div>
  )
}

function visibilityHint({ visible_to_employee, made_by_employee }: ManagerRequest) {
  if (!visible_to_employee) return 'one.assignedOnly'
  return made_by_employee ? 'one.alwaysVisible' : 'one.visibleHint'
}

/** A date is met until it is over, where the manager is. */
function endOf(day: string): string {
  return `${new Date(`${day}T23:59:59`).toISOString().slice(0, 19)}+00:00`
}

function dayOf(moment: string): string {
  const date = new Date(moment)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

type CustomStateProps = { request: ManagerRequest; onSave: (state: string) => void }

function CustomState({ request: { custom_state, may_write }, onSave }: CustomStateProps) {
  const t = useWords(managerRequestWords)
  const [typed, setTyped] = useState(custom_state)
  useEffect(() => setTyped(custom_state), [custom_state])
  const save = () => {
    if (typed.trim() !== custom_state) onSave(typed.trim())
  }
  return (
    <TextInput
      label={t('one.customState')}
      description={t('one.customStateHint')}
      inputWrapperOrder={['label', 'input', 'description']}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => event.key === 'Enter' && save()}
      disabled={!may_write}
    />
  )
}

/** Closes a request. When that mails the employee, the manager sees the mail first. */
function useClose(request: ManagerRequest): () => Promise<void> {
  const t = useWords(managerRequestWords)
  const change = useRequestChange(request)
  const { closing_mail: mail } = request
  return async () => {
    const question = {
      title: t('one.closeTitle'),
      action: t('one.close'),
      destroys: false,
      text: mail && (
        <>
          {t('one.closeText', { email: mail.to })}
          <Text component="blockquote" size="sm" className={classes.mail}>
            <strong>{mail.subject}</strong>
            {mail.text}
          </Text>
        </>
      ),
    }
    if (mail === null || (await confirm(question))) change({ status: 'closed' })
  }
}

/** The moves that the status allows. */
export function StatusMenu({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const states = useWords(requestStatusWords)
  const change = useRequestChange(request)
  const close = useClose(request)
  const { status, moves } = request
  const label = (to: (typeof moves)[number]) => (status === 'closed' ? t('one.reopen') : states(`status.${to}`))
  if (moves.length === 1 && moves[0]) {
    const [to] = moves
    return (
      <Button variant="default" onClick={() => change({ status: to })}>
        {label(to)}
      </Button>
    )
  }
  const isClosable = moves.includes('closed')
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
            {t('one.moveTo')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {moves
            .filter((to) => to !== 'closed')
            .map((to) => (
              <Menu.Item key={to} onClick={() => change({ status: to }, { status: to })}>
                {label(to)}
              </Menu.Item>
            ))}
        </Menu.Dropdown>
      </Menu>
      {isClosable && <Button onClick={() => void close()}>{t('one.close')}</Button>}
    </>
  )
}
