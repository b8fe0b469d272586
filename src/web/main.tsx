import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import './look/tokens.css'
import './look/fonts.css'
import './look/base.css'
import './look/text.css'
import './look/flag.css'
import './look/button.css'
import { keepShell } from './offline/keep-shell.ts'
import { router } from './router.tsx'
import { followFirstFaults } from './shell/first-fault.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')

followFirstFaults()
keepShell()
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={router} />
  </StrictMode>,
)
