import { Button, FileButton, Group, Modal, Textarea } from '@mantine/core'
import { IconFileCode } from '@tabler/icons-react'
import { useState } from 'react'
import { singleSignOnWords } from '#features/auth/words.ts'
import { useWords } from '#ui/language/words.ts'
import { uiWords } from '#ui/words.ts'
import { type ProviderMetadata, readMetadata } from './read-metadata.ts'

/** Fills the form from the metadata that every identity provider hands out, pasted or as a file. */
export function MetadataPaste({ onRead }: { onRead: (found: ProviderMetadata) => void }) {
  const t = useWords(singleSignOnWords)
  const ui = useWords(uiWords)
  const [isOpen, setOpen] = useState(false)
  const [xml, setXml] = useState('')
  const [isWrong, setWrong] = useState(false)
  const read = (text: string) => {
    const found = readMetadata(text)
    setWrong(!found)
    if (!found) return
    onRead(found)
    setXml('')
    setOpen(false)
  }
  const load = async (file: File | null) => {
    const text = (await file?.text()) ?? ''
    setXml(text)
    read(text)
  }
  return (
    <>
      <Button variant="default" leftSection={<IconFileCode size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('metadata.open')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={t('metadata.title')}
        size="lg"
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <Textarea
          label={t('metadata.label')}
          description={t('metadata.hint')}
          autosize
          minRows={8}
          maxRows={16}
          spellCheck={false}
          value={xml}
          onChange={(event) => {
            setXml(event.currentTarget.value)
            setWrong(false)
          }}
          error={isWrong && t('metadata.wrong')}
          data-autofocus
        />
        <Group justify="space-between" mt="md">
          <FileButton accept=".xml,application/xml,text/xml" onChange={(file) => void load(file)}>
            {(props) => (
              <Button {...props} variant="default">
                {t('metadata.file')}
              </Button>
            )}
          </FileButton>
          <Button onClick={() => read(xml)} disabled={xml.trim() === ''}>
            {t('metadata.use')}
          </Button>
        </Group>
      </Modal>
    </>
  )
}
