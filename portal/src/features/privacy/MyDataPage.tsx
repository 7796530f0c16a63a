import { useWords } from '#ui/language/words.ts'
import { PageHeader } from '#ui/page/PageHeader.tsx'
import { DeletionSection } from './deletion/DeletionSection.tsx'
import { KeptSection } from './kept/KeptSection.tsx'
import classes from './my-data.module.css'
import { PackageSection } from './package/PackageSection.tsx'
import { ViewsSection } from './views/ViewsSection.tsx'
import { myDataWords } from './words.ts'

/** What an employee may know and decide about the own data. */
export function MyDataPage() {
  const t = useWords(myDataWords)
  return (
    <>
      <PageHeader title={t('title')} description={t('text')} />
      <div className={classes.columns}>
        <div>
          <KeptSection />
        </div>
        <div className={classes.side}>
          <PackageSection />
          <ViewsSection />
          <DeletionSection />
        </div>
      </div>
    </>
  )
}
