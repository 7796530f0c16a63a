import { defineEvent } from '#kernel/events/define-event.ts'
import type { Article } from '#modules/articles/writing/schemas.ts'

const bySlug = ({ slug }: Article) => slug

export const articleCreated = defineEvent<Article>('article.created', bySlug)
export const articleUpdated = defineEvent<Article>('article.updated', bySlug)
export const articleDeleted = defineEvent<Article>('article.deleted', bySlug)
