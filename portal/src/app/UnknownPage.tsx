import { PublicFrame } from '#shared/public-page/PublicFrame.tsx'
import { NotFoundPage } from './ErrorPage.tsx'

/** What is shown at an address that no page has. */
export function UnknownPage() {
  return (
    <PublicFrame>
      <main>
        <NotFoundPage />
      </main>
    </PublicFrame>
  )
}
