import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { accounts } from '#contract/accounts.ts'
import type { InputOf, ResponseOf } from '#contract/endpoint.ts'
import { currentLanguage } from '#contract/messages/language.ts'
import { chooseLanguage } from '#web/messages/language.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'
import { updateUser } from '#web/session/session.ts'

export type Settings = ResponseOf<typeof accounts.getSettings>['settings']
type Changes = InputOf<typeof accounts.saveSettings>['body']
type Saved = ResponseOf<typeof accounts.saveSettings>

const settingsQuery = queryFor(accounts.getSettings)

/** The account settings; not read again on focus, as a form may be half filled. */
export const useSettings = () => useQuery({ ...settingsQuery, refetchOnWindowFocus: false })

/** Saves the settings and refreshes all that shows them: session, language, cached answers. */
export function useSaveSettings({
  onSuccess,
  onError,
}: {
  onSuccess: (saved: Saved) => void
  onError: (error: Error) => void
}) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: Changes) => call(accounts.saveSettings, { body }),
    onSuccess: async (saved) => {
      const before = currentLanguage()
      await chooseLanguage(saved.settings.language)
      updateUser(saved.user)
      queries.setQueryData(settingsQuery.queryKey, { success: true, settings: saved.settings })
      // Answers hold sentences in the language of before.
      void queries.invalidateQueries(
        currentLanguage() === before ? { queryKey: keyOf(accounts.me) } : undefined,
      )
      onSuccess(saved)
    },
    onError,
  })
}
