import { searchText, sortText } from '#platform/text/search-text.ts'

type Named = { technical_id: string; first_name: string; last_name: string; email: string | null }

/** How people are listed and found: by their last name first; by their names in either order, their ids and address. */
export function personTexts({ technical_id, first_name, last_name, email }: Named, others: string[] = []) {
  const texts = [
    `${first_name} ${last_name} ${first_name}`,
    technical_id,
    ...(email === null ? [] : [email]),
    ...others,
  ]
  return { sort_name: sortText(`${last_name} ${first_name}`), search_text: searchText(texts) }
}

/** For those who are looked for by their first name. */
export function sortFirstName({ first_name, last_name }: Pick<Named, 'first_name' | 'last_name'>): string {
  return sortText(`${first_name} ${last_name}`)
}
