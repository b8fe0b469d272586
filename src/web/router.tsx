import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject, useLocation, useParams } from 'react-router'
import LoginPage from './features/accounts/login-page.tsx'
import NotFoundPage from './features/accounts/not-found-page.tsx'
import SignupPage from './features/accounts/signup-page.tsx'
import { Opening } from './session/checking.tsx'
import { AppFrame } from './shell/app-frame.tsx'
import { PageError } from './shell/page-error.tsx'

type Page = { default: ComponentType }

/** A screen, loaded when its path is first visited. */
const page = (path: string, load: () => Promise<Page>): RouteObject => ({
  path,
  lazy: async () => ({ Component: (await load()).default }),
})

/** A path that only appears in links: leads to the screen's own, with the query string kept. */
const alias = (path: string, to: string): RouteObject => ({ path, element: <Alias to={to} /> })

function Alias({ to }: { to: string }) {
  const location = useLocation()
  const { id } = useParams()
  return (
    <Navigate
      replace
      to={{ pathname: to.replace(':id', id ?? ''), search: location.search, hash: location.hash }}
    />
  )
}

const screens: RouteObject[] = [
  page('/dashboard', () => import('./features/dashboard/dashboard-page.tsx')),
  page('/conversations', () => import('./features/inbox/inbox-page.tsx')),
  page('/conversations/settings', () => import('./features/inbox/settings/inbox-settings-page.tsx')),
  page('/conversations/:id', () => import('./features/inbox/inbox-page.tsx')),
  page('/chatbot', () => import('./features/chatbot/chatbot-page.tsx')),
  page('/chatbot/ai', () => import('./features/chatbot/ai/ai-page.tsx')),
  page('/opt-ins', () => import('./features/growth/optins/optins-page.tsx')),
  page('/opt-ins/:id', () => import('./features/growth/optins/optin-page.tsx')),
  page('/segments', () => import('./features/segments/segments-page.tsx')),
  page('/segments/:id', () => import('./features/segments/segment-page.tsx')),
  page('/sequences', () => import('./features/sequences/sequences-page.tsx')),
  page('/sequences/:id', () => import('./features/sequences/sequence-page.tsx')),
  page('/lead-generator', () => import('./features/leads/lead-generator-page.tsx')),
  page('/lead-generator/import', () => import('./features/leads/import/import-start-page.tsx')),
  page('/lead-generator/imports/:id', () => import('./features/leads/import/import-page.tsx')),
  page('/lead-generator/:id', () => import('./features/leads/lead-page.tsx')),
  page('/campaigns', () => import('./features/campaigns/campaign-manager-page.tsx')),
  page('/campaigns/:id', () => import('./features/campaigns/page/campaign-page.tsx')),
  page('/analytics', () => import('./features/analytics/analytics-page.tsx')),
  page('/analytics/conversions', () => import('./features/analytics/ways/conversions-page.tsx')),
  page('/templates', () => import('./features/templates/templates-page.tsx')),
  page('/templates/:id', () => import('./features/templates/template-page.tsx')),
  page('/message-logs', () => import('./features/messages/message-logs-page.tsx')),
  page('/prices', () => import('./features/prices/prices-page.tsx')),
  page('/subscription-plans', () => import('./features/subscription/subscription-page.tsx')),
  page('/help-center', () => import('./features/help/help-page.tsx')),
  page('/help-messages', () => import('./features/help/help-inbox-page.tsx')),
  page('/activity', () => import('./features/accounts/security/activity-page.tsx')),
  page('/account-settings/webhooks/:id', () => import('./features/accounts/hooks/hook-page.tsx')),
  page('/account-settings', () => import('./features/accounts/settings-page.tsx')),

  page('/meta/waba-setup', () => import('./features/onboarding/waba-setup-page.tsx')),
  page('/meta/onboarding-status', () => import('./features/onboarding/onboarding-status-page.tsx')),
  page('/meta/business-assets', () => import('./features/onboarding/connect/business-assets-page.tsx')),
  page('/meta/save-business', () => import('./features/onboarding/connect/save-business-page.tsx')),
  page('/meta/doctor', () => import('./features/onboarding/doctor/doctor-page.tsx')),
  page('/meta/template-form', () => import('./features/templates/template-form-page.tsx')),
  page('/meta/send-message', () => import('./features/messages/send-message-page.tsx')),
  page('/meta/message-logs', () => import('./features/messages/message-logs-page.tsx')),
  page('/meta/webhook-tester', () => import('./features/webhooks/webhook-tester-page.tsx')),
  page('/meta/testing', () => import('./features/testing/testing-dashboard-page.tsx')),

  page('/social/connect', () => import('./features/social/connect-page.tsx')),
  page('/social/post', () => import('./features/social/post-page.tsx')),
  page('/social/edit/:id', () => import('./features/social/edit-page.tsx')),
  page('/social/series/:id', () => import('./features/social/series-page.tsx')),
  page('/social/scheduled', () => import('./features/social/scheduled-page.tsx')),
  page('/social/history', () => import('./features/social/history-page.tsx')),
  page('/social/analytics', () => import('./features/social/analytics-page.tsx')),
  page('/social/refresh-tokens', () => import('./features/social/refresh-tokens-page.tsx')),

  alias('/waba-onboarding-status', '/meta/onboarding-status'),
  alias('/meta/select-assets', '/meta/business-assets'),
  alias('/meta/save-business-details', '/meta/save-business'),
  alias('/social/edit-post/:id', '/social/edit/:id'),
  alias('/send-message', '/meta/send-message'),
]

/** Every path of the app, under /marketing. The landing page is a document of its own (landing.html). */
export const router = createBrowserRouter(
  [
    {
      errorElement: <PageError />,
      hydrateFallbackElement: <Opening />,
      children: [
        {
          element: <AppFrame />,
          children: [
            { path: '/login', element: <LoginPage /> },
            { path: '/signup', element: <SignupPage /> },
            page('/forgot', () => import('./features/accounts/security/forgot-page.tsx')),
            page('/reset/:token', () => import('./features/accounts/security/reset-page.tsx')),
            page(
              '/confirm-email/:token',
              () => import('./features/accounts/security/confirm-email-page.tsx'),
            ),
            page('/join/:token', () => import('./features/accounts/team/join-page.tsx')),
            page('/second-factor', () => import('./features/accounts/security/second-factor-page.tsx')),
            page('/meta/dialog', () => import('./features/onboarding/connect/dialog-page.tsx')),
            page('/meta-callback', () => import('./features/onboarding/connect/meta-callback-page.tsx')),
            {
              lazy: async () => ({ Component: (await import('./session/guard.tsx')).default }),
              children: [
                {
                  lazy: async () => ({ Component: (await import('./shell/shell.tsx')).default }),
                  children: screens,
                },
                // The canvas takes the whole window.
                // Sheets of paper, without what stands around screens.
                page('/opt-ins/:id/poster', () => import('./features/growth/print/poster-page.tsx')),
                page('/opt-ins/receipts/:id', () => import('./features/growth/print/receipt-page.tsx')),
                page('/chatbot/flows/:id', () => import('./features/chatbot/builder/flow-page.tsx')),
              ],
            },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/marketing' },
)
