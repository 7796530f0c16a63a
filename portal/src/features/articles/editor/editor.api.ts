import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Article } from '#features/articles/articles.api.ts'
import { api, unwrap } from '#kernel/api/api.ts'
import { useMutation } from '#kernel/api/use-mutation.ts'

export type ArticleInput = Omit<Article, 'slug' | 'total_hits' | 'created_at' | 'updated_at'>
export type Audience = Pick<Article, 'accessible_by' | 'organizations' | 'roles' | 'custom_field_rules'>

/** An article as it is written, in all its languages. Never taken from the cache: another author may have changed it. */
export const articleQuery = (slug: string) =>
  queryOptions({
    queryKey: ['articles', 'written', slug],
    queryFn: () => unwrap(api.GET('/portal/api/manager/articles/{slug}', { params: { path: { slug } } })),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })

export const audienceQuery = (audience: Audience) =>
  queryOptions({
    queryKey: ['articles', 'audience', audience],
    queryFn: ({ signal }) => unwrap(api.POST('/portal/api/manager/article_audience', { body: audience, signal })),
    retry: false,
  })

export const choicesQuery = queryOptions({
  queryKey: ['articles', 'choices'],
  queryFn: () => unwrap(api.GET('/portal/api/manager/article_audience')),
  staleTime: 60_000,
})

type Save = { slug: string; input: ArticleInput; isNew: boolean; updatedAt?: string | undefined }

export function useSaveArticle() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, input, isNew, updatedAt }: Save) => {
      const query = isNew ? { only_new: true } : updatedAt === undefined ? {} : { updated_at: updatedAt }
      return unwrap(api.PUT('/portal/api/manager/articles/{slug}', { params: { path: { slug }, query }, body: input }))
    },
    onSuccess: async (article) => {
      queryClient.setQueryData(articleQuery(article.slug).queryKey, article)
      await queryClient.invalidateQueries({ queryKey: ['articles'] })
    },
  })
}

export function usePublish() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, state }: { slug: string; state: Article['state'] }) =>
      unwrap(api.PATCH('/portal/api/manager/articles/{slug}', { params: { path: { slug } }, body: { state } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['articles'] }),
  })
}

export function useDeleteArticle() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (slug: string) =>
      unwrap(api.DELETE('/portal/api/manager/articles/{slug}', { params: { path: { slug } } })),
    onSuccess: async (_, slug) => {
      queryClient.removeQueries({ queryKey: articleQuery(slug).queryKey })
      await queryClient.invalidateQueries({ queryKey: ['articles'], refetchType: 'none' })
    },
  })
}

/** Creates a category; only for managers who may write for the whole client. */
export function useCreateCategory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ slug, name, language_code }: { slug: string; name: string; language_code: string }) =>
      unwrap(
        api.PUT('/portal/api/admin/article_categories/{slug}', {
          params: { path: { slug } },
          body: { name, language_code },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['articles', 'categories'] }),
  })
}
