import type { Document } from '../server/src/apis/site/openapi/document.ts'
import { pythonOperations } from './python/python-operations.ts'
import { pythonTypes } from './python/python-types.ts'

const FOLDER = 'sdk-python/src/dossier_sdk/generated'
const CLASSES = { v2: 'V2Operations', v1: 'V1Operations', unversioned: 'UnversionedOperations' }

/** The operations and types of the Python client, from the OpenAPI descriptions. */
export function genPython(openapi: Record<string, string>): Record<string, string> {
  const files = Object.entries(CLASSES).flatMap(([name, className]) => {
    const document = JSON.parse(openapi[`openapi/${name}.json`] ?? '') as Document
    return [
      [`${FOLDER}/${name}.py`, pythonOperations(document, name, className)],
      [`${FOLDER}/${name}_types.py`, pythonTypes(document)],
    ]
  })
  return { [`${FOLDER}/__init__.py`]: '', ...Object.fromEntries(files) }
}
