/** Has the browser keep the app's files, once the first screen has all it needs. Browsers allow it over https and on localhost. */
export function keepShell(): void {
  if (!('serviceWorker' in navigator)) return
  window.addEventListener('load', () => {
    navigator.serviceWorker
      .register('/marketing/service-worker.js')
      .catch((error: unknown) => console.info('The app is not kept for offline use.', error))
  })
}
