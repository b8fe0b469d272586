import './look/tokens.css'
import './look/fonts.css'
import './look/base.css'
import './look/text.css'
import './look/flag.css'
import './look/button.css'
import './look/outcome.css'
import './look/phone.css'
import './look/stat.css'
import './components/figures/garland.css'
import '#web/look/public.css'

// The page is rendered when it is built (scripts/prerender.ts), in each language. Only the use cases react to people.
const useCases = document.getElementById('use-cases')
const tabs = [...(useCases?.querySelectorAll<HTMLElement>('[role=tab]') ?? [])]
const panels = [...(useCases?.querySelectorAll<HTMLElement>('[role=tabpanel]') ?? [])]

function choose(chosen: number): void {
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', String(index === chosen))
    tab.tabIndex = index === chosen ? 0 : -1
    panels[index]?.toggleAttribute('data-away', index !== chosen)
  }
}

for (const [index, tab] of tabs.entries()) {
  tab.addEventListener('click', () => choose(index))
  tab.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const next = (index + (event.key === 'ArrowDown' ? 1 : -1) + tabs.length) % tabs.length
    choose(next)
    tabs[next]?.focus()
  })
}

const year = document.getElementById('year')
if (year) year.textContent = String(new Date().getFullYear())
