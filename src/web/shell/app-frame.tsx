import { useState } from 'react'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@mantine/notifications/styles.layer.css'
import '../look/mantine.css'
import '../look/overlay.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { ConfirmHost } from '../components/forms/confirm.tsx'
import { queryClient } from '../net/query-client.ts'
import { colorSchemeManager, createAppTheme, cssVariablesResolver } from '../theme.ts'

/** Around every screen of the app: theme, data, toasts, confirmations. */
export function AppFrame() {
  const [theme] = useState(createAppTheme)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Outlet />
        <ConfirmHost />
      </QueryClientProvider>
      <Notifications position="top-center" autoClose={3_000} containerWidth="23.75rem" limit={4} />
    </MantineProvider>
  )
}
