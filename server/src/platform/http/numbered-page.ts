/** Builds a `Link` header for lists that are paged by number, on the public address and with every other parameter kept. */
export function pageLinks(address: string, query: Record<string, unknown>, pages: Record<string, number>): string {
  return Object.entries(pages)
    .map(([rel, page]) => {
      const parameters = Object.entries({ ...query, page }).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, String(one)]),
      )
      return `<${address}?${new URLSearchParams(parameters)}>; rel="${rel}"`
    })
    .join(', ')
}
