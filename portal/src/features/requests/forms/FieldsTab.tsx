import { ActionIcon, Button, Text, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconCopy, IconGripVertical, IconPlus, IconTrash } from '@tabler/icons-react'
import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { formWords } from '#features/requests/words.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { useWords } from '#ui/language/words.ts'
import { useReveal } from '#ui/lists/ListDetail.tsx'
import { useNotify } from '#ui/overlays/notify.tsx'
import { Section } from '#ui/page/Section.tsx'
import classes from './builder.module.css'
import { type BuilderErrors, hasError } from './builder-errors.ts'
import { FieldProperties } from './FieldProperties.tsx'
import { type BuiltField, type BuiltForm, FIELD_TYPES, freeCode, movedTo, newField, newKey } from './form-model.ts'

type FieldsTabProps = {
  form: BuiltForm
  errors: BuilderErrors
  onChange: (changes: Partial<BuiltForm>) => void
  disabled: boolean
  isDefault: boolean
}

/** Types on the left, the form in the middle, the properties of one field on the right. */
export function FieldsTab({ form, errors, onChange, disabled, isDefault }: FieldsTabProps) {
  const t = useWords(formWords)
  const { fields } = form
  const [chosenKey, setChosen] = useState<string>()
  const chosen = fields.find((one) => one.key === chosenKey)
  const properties = useReveal<HTMLDivElement>(chosenKey)
  if (isDefault) return <EmptyState title={t('canvas.empty')} text={t('canvas.defaultText')} />
  const setFields = (next: BuiltField[]) => onChange({ fields: next })
  const add = (field: BuiltField) => {
    setFields([...fields, field])
    setChosen(field.key)
  }
  return (
    <div className={classes.layout}>
      <div>
        <Section title={t('palette.title')}>
          <div className={classes.palette}>
            {FIELD_TYPES.map((type) => (
              <Button
                key={type}
                variant="default"
                size="compact-md"
                justify="flex-start"
                classNames={{ root: classes.type ?? '', label: classes.typeLabel ?? '' }}
                leftSection={<IconPlus size={14} aria-hidden />}
                disabled={disabled}
                aria-label={t('palette.add', { type: t(`types.${type}`) })}
                onClick={() => add(newField(type, t(`types.${type}`), fields))}
              >
                {t(`types.${type}`)}
              </Button>
            ))}
          </div>
        </Section>
      </div>
      <div>
        <Section title={t('canvas.title')}>
          {fields.length === 0 ? (
            <EmptyState title={t('canvas.empty')} text={t('canvas.emptyText')} />
          ) : (
            <Canvas
              fields={fields}
              errors={errors}
              disabled={disabled}
              chosenKey={chosenKey}
              onChoose={setChosen}
              onChange={setFields}
            />
          )}
        </Section>
      </div>
      <div ref={properties} className={classes.reveal}>
        <Section title={t('field.title')}>
          {chosen ? (
            <FieldProperties
              key={chosen.key}
              field={chosen}
              errors={errors}
              disabled={disabled}
              onChange={(next) => setFields(fields.map((one) => (one.key === next.key ? next : one)))}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('field.none')}
            </Text>
          )}
        </Section>
      </div>
    </div>
  )
}

type CanvasProps = {
  fields: BuiltField[]
  errors: BuilderErrors
  disabled: boolean
  chosenKey: string | undefined
  onChoose: (key: string) => void
  onChange: (fields: BuiltField[]) => void
}

/** The fields in their order: dragged, or moved with the arrow keys on their handles. */
function Canvas({ fields, errors, disabled, chosenKey, onChoose, onChange }: CanvasProps) {
  const t = useWords(formWords)
  const notify = useNotify()
  const [dragged, setDragged] = useState<number>()
  const [over, setOver] = useState<number>()
  const [said, setSaid] = useState('')
  const nameOf = (field: BuiltField) => field.label || t('canvas.untitled')
  const move = (from: number, to: number) => {
    const field = fields[from]
    if (!field || to < 0 || to >= fields.length) return
    onChange(movedTo(fields, from, to))
    setSaid(t('canvas.moved', { field: nameOf(field), place: to + 1, count: fields.length }))
  }
  const remove = (field: BuiltField) => {
    onChange(fields.filter((one) => one !== field))
    notify.undo(t('canvas.removed', { field: nameOf(field) }), () => onChange(fields))
  }
  const duplicate = (field: BuiltField, place: number) => {
    const copy = { ...field, key: newKey(), code: freeCode(field.code, fields) }
    onChange(fields.toSpliced(place + 1, 0, copy))
    onChoose(copy.key)
  }
  return (
    <>
      <VisuallyHidden aria-live="assertive">{said}</VisuallyHidden>
      <ol className={classes.fields}>
        {fields.map((field, place) => (
          <CanvasField
            key={field.key}
            field={field}
            name={nameOf(field)}
            isChosen={field.key === chosenKey}
            isOver={over === place && dragged !== place}
            isWrong={hasError(errors, field.key)}
            disabled={disabled}
            onChoose={() => onChoose(field.key)}
            onMove={(step) => move(place, place + step)}
            onDuplicate={() => duplicate(field, place)}
            onRemove={() => remove(field)}
            drag={{
              onDragStart: (event) => {
                event.dataTransfer.effectAllowed = 'move'
                event.dataTransfer.setData('text/plain', field.code)
                setDragged(place)
              },
              onDragOver: (event) => {
                if (dragged === undefined) return
                event.preventDefault()
                setOver(place)
              },
              onDrop: (event) => {
                event.preventDefault()
                if (dragged !== undefined) move(dragged, place)
              },
              onDragEnd: () => {
                setDragged(undefined)
                setOver(undefined)
              },
            }}
          />
        ))}
      </ol>
    </>
  )
}

type Drag = Record<'onDragStart' | 'onDragOver' | 'onDrop' | 'onDragEnd', (event: DragEvent<HTMLElement>) => void>
type CanvasFieldProps = {
  field: BuiltField
  name: string
  isChosen: boolean
  isOver: boolean
  isWrong: boolean
  disabled: boolean
  onChoose: () => void
  onMove: (step: 1 | -1) => void
  onDuplicate: () => void
  onRemove: () => void
  drag: Drag
}

function CanvasField(props: CanvasFieldProps) {
  const { field, name, isChosen, isOver, isWrong, disabled, onChoose, onMove, onDuplicate, onRemove, drag } = props
  const t = useWords(formWords)
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  const icons = [
    { label: t('canvas.up', { field: name }), icon: IconArrowUp, run: () => onMove(-1) },
    { label: t('canvas.down', { field: name }), icon: IconArrowDown, run: () => onMove(1) },
    { label: t('canvas.duplicate', { field: name }), icon: IconCopy, run: onDuplicate },
    { label: t('canvas.remove', { field: name }), icon: IconTrash, run: onRemove },
  ]
  return (
    <li
      className={classes.field}
      data-chosen={isChosen || undefined}
      data-over={isOver || undefined}
      data-wrong={isWrong || undefined}
      draggable={!disabled}
      {...drag}
    >
      <button
        type="button"
        className={classes.handle}
        aria-label={t('canvas.handle', { field: name })}
        disabled={disabled}
        onKeyDown={moveByKey}
      >
        <IconGripVertical size={18} aria-hidden />
      </button>
      <button type="button" className={classes.name} aria-pressed={isChosen} onClick={onChoose}>
        {name}
        {field.required && ' *'}
        <small>
          {t(`types.${field.type}`)} · {field.code}
          {isWrong && ` · ${t('canvas.mistake')}`}
        </small>
      </button>
      {icons.map(({ label, icon: Icon, run }) => (
        <ActionIcon key={label} variant="subtle" color="gray" aria-label={label} disabled={disabled} onClick={run}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      ))}
    </li>
  )
}
