import { ActionIcon, NumberInput, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { signatureDraftWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { numbered, type SignerDraft } from './draft.ts'
import { SignerMark } from './SignerMark.tsx'
import type { DraftState } from './use-draft.ts'
import classes from './wizard.module.css'
import type { Errors } from './wizard-steps.ts'

/** Those who sign, in their order; dragged, or moved with the buttons beside each. */
export function SignerList({ state: { draft, change, errors } }: { state: DraftState }) {
  const t = useWords(signatureDraftWords)
  const [dragged, setDragged] = useState<string>()
  const [said, setSaid] = useState('')
  const { signers, order } = draft
  const move = (from: number, to: number) => {
    const next = [...signers]
    const [moved] = next.splice(from, 1)
    if (!moved || to < 0 || to >= signers.length || from === to) return
    next.splice(to, 0, moved)
    change({ signers: next })
    setSaid(t('signers.moved', { name: moved.name, place: to + 1, count: next.length }))
  }
  const drop = (to: number) => {
    const from = signers.findIndex(({ key }) => key === dragged)
    if (from >= 0) move(from, to)
  }
  const set = (key: string, changes: Partial<SignerDraft>) =>
    change({ signers: signers.map((one) => (one.key === key ? { ...one, ...changes } : one)) })
  return (
    <>
      <ol className={classes.signers} aria-label={t('signers.title')}>
        {numbered(draft).map((signer, place) => (
          <li
            key={signer.key}
            className={classes.signer}
            data-dragged={signer.key === dragged || undefined}
            onDragOver={(event) => event.preventDefault()}
            onDragEnter={() => dragged && dragged !== signer.key && drop(place)}
            onDrop={(event) => event.preventDefault()}
          >
            <Grip onStart={() => setDragged(signer.key)} onEnd={() => setDragged(undefined)} />
            {order === 'custom' ? (
              <NumberInput
                aria-label={t('signers.number', { name: signer.name })}
                value={signer.signing_order}
                onChange={(value) => set(signer.key, { signing_order: Math.max(1, Number(value) || 1) })}
                min={1}
                max={1000}
                allowDecimal={false}
                w={76}
              />
            ) : (
              order === 'sequence' && <span className={classes.turn}>{place + 1}</span>
            )}
            <Who signer={signer} place={place} error={errorOf(errors, place)} />
            <Moves
              signer={signer}
              isFirst={place === 0}
              isLast={place === signers.length - 1}
              onMove={(step) => move(place, place + step)}
              onRemove={() => change({ signers: signers.filter(({ key }) => key !== signer.key) })}
            />
          </li>
        ))}
      </ol>
      <span className={classes.said} role="status">
        {said}
      </span>
    </>
  )
}

/** What a row is dragged by: text in it can still be selected. */
function Grip({ onStart, onEnd }: { onStart: () => void; onEnd: () => void }) {
  const start = (event: DragEvent<HTMLSpanElement>) => {
    const row = event.currentTarget.closest('li')
    if (row) event.dataTransfer.setDragImage(row, 0, 0)
    event.dataTransfer.effectAllowed = 'move'
    onStart()
  }
  return (
    <span draggable className={classes.grip} aria-hidden onDragStart={start} onDragEnd={onEnd}>
      <IconGripVertical size={16} />
    </span>
  )
}

/** The errors of the signer's identity; those of positions are shown elsewhere. */
function errorOf(errors: Errors, place: number): string | undefined {
  const own = Object.entries(errors).find(
    ([field]) => field.startsWith(`signers.${place}.`) && !field.includes('positions'),
  )
  return own?.[1]
}

type WhoProps = { signer: SignerDraft; place: number; error: string | undefined }

function Who({ signer, place, error }: WhoProps) {
  const t = useWords(signatureDraftWords)
  return (
    <div className={classes.grow}>
      <div className={classes.who}>
        <SignerMark name={signer.name} place={place} />
        <div>
          <Text fw={550}>{signer.name}</Text>
          <Text size="sm" c="dimmed">
            {[t(`types.${signer.type}`), signer.email].filter(Boolean).join(' · ')}
          </Text>
        </div>
      </div>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}

type MovesProps = {
  signer: SignerDraft
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onRemove: () => void
}

function Moves({ signer: { name }, isFirst, isLast, onMove, onRemove }: MovesProps) {
  const t = useWords(signatureDraftWords)
  return (
    <div className={classes.moves}>
      <ActionIcon variant="subtle" aria-label={t('signers.up', { name })} disabled={isFirst} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('signers.down', { name })} disabled={isLast} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={t('signers.remove', { name })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </div>
  )
}
