import { StaticRouter } from 'react-router'
import { LandingPage } from './landing-page.tsx'

/** The landing page as it is rendered at build time. Its links are plain ones: they load the app. */
export function LandingDocument() {
  return (
    <StaticRouter basename="/marketing" location="/marketing/">
      <LandingPage />
    </StaticRouter>
  )
}
