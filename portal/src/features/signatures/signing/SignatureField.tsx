import { Tabs, Text, TextInput } from '@mantine/core'
import { IconKeyboard, IconScribble } from '@tabler/icons-react'
import { signingWords } from '#features/signatures/words.ts'
import { useWords } from '#ui/language/words.ts'
import { SignaturePad } from './SignaturePad.tsx'
import type { Drawing } from './signing.api.ts'
import classes from './signing.module.css'
import { isSignature, PAD_ASPECT, type Stroke } from './strokes.ts'
import { TypedName } from './TypedName.tsx'

/** A signature that is being made: both ways are kept, so that a look at the other loses nothing. */
export type Draft = { kind: 'typed' | 'drawn'; text: string; strokes: Stroke[] }

/** What is sent, if it can be seen. */
export function drawingOf({ kind, text, strokes }: Draft): Drawing | undefined {
  if (kind === 'typed') return text.trim() === '' ? undefined : { kind, text: text.trim() }
  return isSignature(strokes) ? { kind, aspect: PAD_ASPECT, strokes } : undefined
}

type SignatureFieldProps = { draft: Draft; onChange: (change: (draft: Draft) => Draft) => void }

/** One's name in letters, or lines of one's own. */
export function SignatureField({ draft, onChange }: SignatureFieldProps) {
  const t = useWords(signingWords)
  return (
    <Tabs
      value={draft.kind}
      classNames={{ tab: classes.tab ?? '', tabLabel: classes.tabLabel ?? '' }}
      onChange={(kind) => onChange((old) => ({ ...old, kind: kind === 'drawn' ? 'drawn' : 'typed' }))}
    >
      <Tabs.List grow aria-label={t('sign.how')} mb="md">
        <Tabs.Tab value="typed" leftSection={<IconKeyboard size={17} aria-hidden />}>
          {t('sign.type')}
        </Tabs.Tab>
        <Tabs.Tab value="drawn" leftSection={<IconScribble size={17} aria-hidden />}>
          {t('sign.draw')}
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="typed">
        <TextInput
          label={t('sign.name')}
          value={draft.text}
          maxLength={100}
          autoComplete="name"
          onChange={({ currentTarget: { value: text } }) => onChange((old) => ({ ...old, text }))}
        />
        <Text component="p" size="xs" c="dimmed" mt="sm" mb={4}>
          {t('sign.preview')}
        </Text>
        <div className={classes.preview}>
          <TypedName text={draft.text} />
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="drawn">
        <SignaturePad
          strokes={draft.strokes}
          onChange={(change) => onChange((old) => ({ ...old, strokes: change(old.strokes) }))}
        />
      </Tabs.Panel>
    </Tabs>
  )
}
