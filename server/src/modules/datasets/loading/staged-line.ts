import { toStored } from '#modules/datasets/values/stored-value.ts'
import { keyOfPath } from '#modules/datasets/values/value-path.ts'
import { copyLine } from '#platform/db/copy-line.ts'
import type { RowLevel } from './value-file-row.ts'

/** The columns of `staged_values`, in the order of a line. */
export const STAGED_COLUMNS = [
  'line',
  'is_own',
  'path_key',
  'parent_key',
  'level',
  'code',
  'path',
  'localized_names',
  'sort_name',
  'search_text',
] as const

type Mention = { line: number; isOwn: boolean; parent: { path: string; key: string } | undefined }

/** A line of `staged_values`: a value that a row defines, or one that it passes through. */
export function stagedLine(
  { code, path, level, names }: RowLevel,
  { line, isOwn, parent }: Mention,
  languages: readonly string[],
): string {
  const valuePath = {
    path,
    code,
    level,
    pathKey: keyOfPath(path),
    parentPath: parent?.path,
    parentKey: parent?.key ?? null,
  }
  const { pathKey, parentKey, localizedNames, sortName, searchText } = toStored(valuePath, names, languages)
  const texts = [code, path, JSON.stringify(localizedNames), sortName, searchText]
  return copyLine([line, isOwn, pathKey, parentKey, level, ...texts])
}
