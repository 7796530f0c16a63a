import assert from 'node:assert/strict'
import { test } from 'node:test'
import { textOfHtml } from './html-text.ts'

for (const [what, html, text] of [
  ['keeps a plain text', 'Two words', 'Two words'],
  ['joins what is marked within a word', 'p<b>ai</b>d', 'paid'],
  ['parts paragraphs', '<p>One</p><p>Two</p>', 'One\n\nTwo'],
  ['breaks lines where the HTML does', 'One<br>Two<br/>Three', 'One\nTwo\nThree'],
  ['takes white space for one space', '<p>One\n   two\t three</p>', 'One two three'],
  ['lists items', '<ul><li>One</li><li>Two</li></ul>', '- One\n- Two'],
  ['parts cells', '<table><tr><td>One</td><td>Two</td></tr></table>', 'One Two'],
  ['reads entities', '<p>a &amp; b &eacute; &#233; &lt;b&gt;</p>', 'a & b é é <b>'],
  ['leaves out scripts and styles', 'a<script>alert("b")</script><style>p{}</style>c', 'ac'],
  ['leaves out attributes and comments', '<p onclick="x()" title="y">a<!-- b --></p>', 'a'],
  ['reads on behind what is not closed', '<p>a<b>b<p>c', 'ab\nc'],
  ['gives nothing for nothing', '', ''],
  ['gives nothing for a script that never ends', '<script>alert(1)', ''],
] as const) {
  test(`the text of HTML ${what}`, () => {
    assert.equal(textOfHtml(html), text)
  })
}

test('markup that never closes is read in time that grows with its length only', () => {
  assert.equal(textOfHtml('<b>'.repeat(200_000)), '')
  assert.equal(textOfHtml(`a${'<'.repeat(200_000)}`).startsWith('a'), true)
})
