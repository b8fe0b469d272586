import { useMutation } from '@tanstack/react-query'
import { confirmEmail } from '#contract/security/confirm-email.ts'
import { toast } from '../components/toast.tsx'
import { t } from '../messages/t.ts'
import { call, sentenceFor } from '../net/api.ts'

/** Mails the link that confirms the own email again. */
export const useConfirmationMail = () =>
  useMutation({
    mutationFn: () => call(confirmEmail.send),
    onSuccess: ({ mailed }) => {
      if (mailed) toast.success(t('security.confirmEmail.sent'))
      else toast.error(t('security.confirmEmail.notSent'))
    },
    onError: (error: Error) =>
      toast.error(sentenceFor(error, { failed: t('security.confirmEmail.notSent') })),
  })
