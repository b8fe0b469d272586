import { PrecacheFallbackPlugin, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

/** The files of the built app, put in by vite.config.ts. */
declare const builtShell: { url: string; revision: string | null }[]

// The shell alone is kept: scripts, styles, fonts and the page around them. No answer of the API passes through here.
precacheAndRoute(builtShell, { cleanURLs: false, directoryIndex: '' })

/** A page is the server's own as long as it answers; the kept one stands in for it. */
registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: 8,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/marketing/index.html' })],
    }),
    {
      allowlist: [/^\/marketing\/./],
      denylist: [/^\/marketing\/(api|landing|l)\b/, /^\/marketing\/(meta-callback|meta\/dialog)/],
    },
  ),
)
