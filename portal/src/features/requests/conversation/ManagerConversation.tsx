import { Button, SegmentedControl } from '@mantine/core'
import { IconLock, IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useRequestChange } from '#features/requests/ManagerBar.tsx'
import classes from '#features/requests/manager.module.css'
import { type ManagerRequest, managerRequestUrl, useCommentAsManager } from '#features/requests/manager-requests.api.ts'
import { managerRequestWords, requestWords } from '#features/requests/words.ts'
import { fullName } from '#kernel/session/session.ts'
import { useUrlFilters } from '#ui/filters/url-filters.ts'
import { useWords } from '#ui/language/words.ts'
import { Section } from '#ui/page/Section.tsx'
import { Composer } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'
import talk from './conversation.module.css'

/** What was said: to the employee, and among managers. The two never look alike. */
export function ManagerConversation({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const shared = useWords(requestWords)
  const filters = useUrlFilters(['messages'])
  const shown = filters.values.messages ?? 'all'
  const messages = request.messages.filter((one) => shown === 'all' || one.internal === (shown === 'internal'))
  const count = (isInternal: boolean) => request.messages.filter((one) => one.internal === isInternal).length
  return (
    <Section
      title={shared('request.conversation')}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t('talk.show')}
          value={shown}
          onChange={(value) => filters.set({ messages: value === 'all' ? undefined : value })}
          data={[
            { value: 'all', label: t('talk.everything') },
            { value: 'public', label: `${t('talk.onlyPublic')} (${count(false)})` },
            { value: 'internal', label: `${t('talk.onlyInternal')} (${count(true)})` },
          ]}
        />
      }
    >
      <Conversation
        messages={messages}
        total={shown === 'all' ? request.messages_total : messages.length}
        base={managerRequestUrl(request.id)}
        side="manager"
        internalLabel={t('talk.internalMark')}
        emptyText={t('talk.empty')}
      />
      {request.may_write && <Writing request={request} />}
    </Section>
  )
}

/** Each kind has its own text, so that what was meant for colleagues is never sent to the employee. */
function Writing({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const { employee, visible_to_employee } = request
  const mayReply = employee !== null && visible_to_employee
  const [chosen, setKind] = useState<'public' | 'internal'>(mayReply ? 'public' : 'internal')
  const name = employee ? fullName(employee) : ''
  const comment = useCommentAsManager(request.id)
  return (
    <div className={talk.foot}>
      <SegmentedControl
        mt="lg"
        aria-label={t('talk.kind')}
        value={chosen}
        onChange={(value) => setKind(value as 'public' | 'internal')}
        data={[
          { value: 'public', label: t('talk.public') },
          { value: 'internal', label: t('talk.internal') },
        ]}
      />
      <div hidden={chosen !== 'public'} style={{ width: '100%' }}>
        {mayReply ? (
          <Composer
            key={`${request.id}-public`}
            draftKey={`${request.id}-public`}
            kind="public"
            label={t('talk.replyLabel')}
            sendLabel={t('talk.sendReply', { name })}
            sentText={t('talk.replySent', { name })}
            onSend={(message) => comment.mutateAsync(message)}
            reader={
              <span className={talk.reader}>
                <IconMail size={16} aria-hidden />
                {t('talk.publicReader', { name })}
              </span>
            }
          />
        ) : (
          <Unseen request={request} />
        )}
      </div>
      <div hidden={chosen !== 'internal'} style={{ width: '100%' }}>
        <Composer
          key={`${request.id}-internal`}
          draftKey={`${request.id}-internal`}
          kind="internal"
          color="yellow.9"
          label={t('talk.noteLabel')}
          sendLabel={t('talk.saveNote')}
          sentText={t('talk.noteSaved')}
          onSend={(message) => comment.mutateAsync({ ...message, internal: true })}
          reader={
            <span className={`${talk.reader} ${talk.internal}`}>
              <IconLock size={16} aria-hidden />
              {t('talk.internalReader')}
            </span>
          }
        />
      </div>
    </div>
  )
}

function Unseen({ request }: { request: ManagerRequest }) {
  const t = useWords(managerRequestWords)
  const change = useRequestChange(request)
  return (
    <div className={talk.composer}>
      <div className={classes.talkHead}>
        {t(request.employee ? 'talk.publicHidden' : 'talk.publicNobody')}
        {request.employee && (
          <Button
            variant="default"
            onClick={() => change({ visible_to_employee: true }, { visible_to_employee: true })}
          >
            {t('talk.makeVisible')}
          </Button>
        )}
      </div>
    </div>
  )
}
