import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, given, unwrap } from '#kernel/api/api.ts'

/** The client that the page names, by its path or its host name, and the identity providers to log in with. */
export const signInOptionsQuery = (client: string | undefined, email = '') =>
  queryOptions({
    queryKey: ['sign-in-options', client, email],
    queryFn: () =>
      unwrap(
        api.GET('/portal/api/sign_in_options', {
          params: { query: given({ client, email: email === '' ? undefined : email }) },
        }),
      ),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
    // People who see no button can still log in with a password.
    retry: false,
    throwOnError: false,
  })
