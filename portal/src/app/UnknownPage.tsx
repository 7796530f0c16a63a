import { NotFoundPage } from './ErrorPage.tsx'
import { OpenFrame } from './OpenFrame.tsx'

/** What is shown at an address that no page has. */
export function UnknownPage() {
  return (
    <OpenFrame>
      <main>
        <NotFoundPage />
      </main>
    </OpenFrame>
  )
}
