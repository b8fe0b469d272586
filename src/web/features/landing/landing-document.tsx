import { StaticRouter } from 'react-router'
import { type Language, provideLanguage } from '#contract/messages/language.ts'
import { es } from '#web/messages/es/index.ts'
import { hi } from '#web/messages/hi/index.ts'
import { ptBR } from '#web/messages/pt-br/index.ts'
import { t } from '#web/messages/t.ts'
import { LandingPage } from './landing-page.tsx'

t.add('hi', hi)
t.add('es', es)
t.add('pt-BR', ptBR)

/** The landing page as it is rendered at build time. Its links are plain ones: they load the app. */
export function LandingDocument() {
  return (
    <StaticRouter basename="/marketing" location="/marketing/">
      <LandingPage />
    </StaticRouter>
  )
}

/** From here on the page is rendered in this language. Answers what its head says. */
export function speak(language: Language): { title: string; description: string } {
  provideLanguage({ language: () => language })
  return { title: t('landing.documentTitle'), description: t('landing.description') }
}
