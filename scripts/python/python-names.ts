const KEYWORDS = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield'
  ).split(' '),
)

export function isPythonName(text: string): boolean {
  return /^[A-Za-z_]\w*$/.test(text) && !KEYWORDS.has(text)
}

/** A parameter may have any name in an address, but only some in Python. */
export function parameterName(name: string): string {
  const plain = name.replaceAll(/\W/g, '_')
  return isPythonName(plain) ? plain : `${plain}_`
}

/** `listSAMLIdentityProviders` is `list_saml_identity_providers`. */
export function snakeCase(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
}

export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z\d]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')
}

export function docString(text: string, indent: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").trim()
  const lines = safe.split('\n').map((line) => (line === '' ? '' : indent + line))
  return `${indent}"""${lines.join('\n').trimStart()}"""`
}
