// The content security policy forbids eval: zod must not probe for it, and reads this before any schema is made.
globalThis.__zod_globalConfig = { jitless: true }

// Runs before the first paint and sets light or dark, so that nothing flashes. The choice is kept under
// `theme`; without one the system decides. A file of its own, because the page allows no inline script.
;(() => {
  let choice = null
  try {
    choice = localStorage.getItem('theme')
  } catch (error) {
    console.info('The browser keeps no storage for this page; the system theme is used.', error)
  }
  const dark = choice ? choice === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
})()
