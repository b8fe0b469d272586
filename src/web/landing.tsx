import { hydrateRoot } from 'react-dom/client'
import './look/tokens.css'
import './look/fonts.css'
import './look/base.css'
import './look/text.css'
import './look/flag.css'
import './look/button.css'
import './look/outcome.css'
import './look/stat.css'
import './components/figures/garland.css'
import '#web/look/public.css'
import { UseCases } from './features/landing/use-cases.tsx'

// The page is rendered when it is built (scripts/prerender.ts). Only the use cases react to clicks.
const useCases = document.getElementById('use-cases')
if (useCases) hydrateRoot(useCases, <UseCases />)

const year = document.getElementById('year')
if (year) year.textContent = String(new Date().getFullYear())
