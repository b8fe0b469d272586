import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './look/tokens.css'
import './look/fonts.css'
import './look/base.css'
import './look/text.css'
import './look/flag.css'
import './look/button.css'
import { loadLanguage, useLanguage } from './messages/language.ts'
import { keepShell } from './offline/keep-shell.ts'
import { router } from './router.tsx'
import { followFirstFaults } from './shell/first-fault.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')

/** All of the app; drawn again from the start in another language. */
function Root() {
  return <RouterProvider key={useLanguage()} router={router} />
}

followFirstFaults()
keepShell()
// Not awaited at the top: the sentences' files import this one's chunk, and the two would wait for each other.
void loadLanguage().then(() =>
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  ),
)
