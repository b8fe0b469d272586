import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Paper } from '#contract/growth/poster.ts'
import { Button } from '#web/components/forms/button.tsx'
import { useDocumentTitle } from '#web/components/page.tsx'
import { t } from '#web/messages/t.ts'
import './print.css'

/** Styles know A4 by its name, and not A6. */
const sizes: Record<Paper, string> = { a4: '210mm 297mm', a6: '105mm 148mm' }

/** One sheet of paper with what leads back and prints it above; paper has the sheet alone. */
export function PrintPage({
  title,
  back,
  paper,
  tools,
  hasFile = false,
  isMissing = false,
  note,
  children,
}: {
  title: string
  back: string
  paper: Paper
  tools?: ReactNode
  /** Whether its tools hold a file of it: then printing comes second. */
  hasFile?: boolean
  /** There is nothing to print, and no tools for it. */
  isMissing?: boolean
  /** About what is printed, under the tools. */
  note?: string | undefined
  children: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <main id="main" className="print-page">
      {/* The size of the paper can only be said in a sheet of styles, for the whole document. */}
      <style>{`@page { size: ${sizes[paper]}; margin: 0 }`}</style>
      <div className="print-tools row">
        <Link to={back} className="btn quiet">
          {t('growth.optins.back')}
        </Link>
        {isMissing ? null : (
          <>
            {tools}
            <Button kind={hasFile ? undefined : 'ink'} onClick={() => print()}>
              {t(hasFile ? 'growth.optins.printOnly' : 'growth.optins.print')}
            </Button>
          </>
        )}
      </div>
      {note ? <p className="print-note sm t2">{note}</p> : null}
      <div className="print-desk">{children}</div>
    </main>
  )
}
