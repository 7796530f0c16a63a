import { Alert, Input, SegmentedControl, Textarea } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { articleWords } from '#features/articles/words.ts'
import '@mantine/tiptap/styles.layer.css'
import { useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useState } from 'react'
import { useWords } from '#ui/language/words.ts'
import classes from './editor.module.css'

type TextEditorProps = { language: string; html: string; onChange: (html: string) => void }

/** What the editor would throw away. */
const UNKNOWN = /<(?!\/?(?:p|br|strong|b|em|i|u|s|a|ul|ol|li|h[2-4]|blockquote|code|pre|hr)\b)\/?[a-z][^>]*>/i

/** The text of an article: written as it looks, or as HTML when it has what the editor cannot show. */
export function TextEditor({ language, html, onChange }: TextEditorProps) {
  const t = useWords(articleWords)
  const isForeign = UNKNOWN.test(html)
  const [isSource, setSource] = useState(isForeign)
  return (
    <Input.Wrapper label={t('edit.body')} labelElement="div">
      <div className={classes.mode}>
        <SegmentedControl
          size="xs"
          aria-label={t('edit.mode')}
          data={[
            { value: 'visual', label: t('edit.visual'), disabled: isForeign },
            { value: 'source', label: t('edit.source') },
          ]}
          value={isSource ? 'source' : 'visual'}
          onChange={(mode) => setSource(mode === 'source')}
        />
      </div>
      {isSource && isForeign && (
        <Alert variant="light" mb="sm">
          {t('edit.sourceOnly')}
        </Alert>
      )}
      {isSource ? (
        <Textarea
          aria-label={t('edit.sourceLabel')}
          lang={language}
          value={html}
          onChange={(event) => onChange(event.currentTarget.value)}
          autosize
          minRows={14}
          maxRows={40}
          classNames={{ input: classes.source ?? '' }}
        />
      ) : (
        <VisualEditor language={language} html={html} onChange={onChange} />
      )}
    </Input.Wrapper>
  )
}

function VisualEditor({ language, html, onChange }: TextEditorProps) {
  const t = useWords(articleWords)
  const editor = useEditor({
    extensions: [
      StarterKit.configure({
        heading: { levels: [2, 3, 4] },
        link: { openOnClick: false, defaultProtocol: 'https', HTMLAttributes: { rel: null, target: null } },
      }),
    ],
    content: html,
    // The page allows no styles but its own.
    injectCSS: false,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        'aria-label': t('edit.body'),
        'aria-multiline': 'true',
        role: 'textbox',
        lang: language,
        class: classes.text ?? '',
      },
    },
    onUpdate: ({ editor: { isEmpty }, editor: current }) => onChange(isEmpty ? '' : current.getHTML()),
  })
  return (
    <RichTextEditor
      editor={editor}
      labels={useLabels()}
      withTypographyStyles
      classNames={{ root: classes.editor ?? '' }}
    >
      <RichTextEditor.Toolbar sticky stickyOffset={60}>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.H2 />
          <RichTextEditor.H3 />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Bold />
          <RichTextEditor.Italic />
          <RichTextEditor.Code />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.BulletList />
          <RichTextEditor.OrderedList />
          <RichTextEditor.Blockquote />
          <RichTextEditor.Hr />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Link />
          <RichTextEditor.Unlink />
          <RichTextEditor.ClearFormatting />
        </RichTextEditor.ControlsGroup>
        <RichTextEditor.ControlsGroup>
          <RichTextEditor.Undo />
          <RichTextEditor.Redo />
        </RichTextEditor.ControlsGroup>
      </RichTextEditor.Toolbar>
      <RichTextEditor.Content />
    </RichTextEditor>
  )
}

function useLabels() {
  const t = useWords(articleWords)
  return {
    boldControlLabel: t('tools.bold'),
    italicControlLabel: t('tools.italic'),
    h2ControlLabel: t('tools.h2'),
    h3ControlLabel: t('tools.h3'),
    bulletListControlLabel: t('tools.bullets'),
    orderedListControlLabel: t('tools.numbers'),
    blockquoteControlLabel: t('tools.quote'),
    codeControlLabel: t('tools.code'),
    hrControlLabel: t('tools.line'),
    linkControlLabel: t('tools.link'),
    unlinkControlLabel: t('tools.unlink'),
    linkEditorInputLabel: t('tools.linkAddress'),
    linkEditorInputPlaceholder: 'https://',
    linkEditorSave: t('tools.linkSave'),
    linkEditorExternalLink: t('tools.external'),
    linkEditorInternalLink: t('tools.external'),
    undoControlLabel: t('tools.undo'),
    redoControlLabel: t('tools.redo'),
    clearFormattingControlLabel: t('tools.clear'),
  }
}
