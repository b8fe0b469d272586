import { useEffect, useRef } from 'react'
import { confirm } from '#web/components/forms/confirm.tsx'
import { t } from '#web/messages/t.ts'

/** Of changes to a post that are not saved. */
export const askChanges = (): Promise<boolean> =>
  confirm({
    title: t('social.scheduled.editPage.leaveTitle'),
    consequence: t('social.scheduled.editPage.leaveText'),
    confirm: t('social.scheduled.editPage.leave'),
    cancel: t('social.scheduled.editPage.stay'),
  })

/** Of a file on its way. */
export const askUploads = (): Promise<boolean> =>
  confirm({
    title: t('social.compose.leave.uploadTitle'),
    consequence: t('social.compose.leave.uploadText'),
    confirm: t('social.compose.leave.uploadConfirm'),
    cancel: t('social.compose.leave.stay'),
  })

/** Whether the screen is still there: an answer that comes later must not lead the person away from where they are. */
export function useIsHere(): () => boolean {
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return () => here.current
}
