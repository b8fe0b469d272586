import { IconPlus } from '@tabler/icons-react'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'
import { t } from '#web/messages/t.ts'
import { useSearchChoice } from '#web/net/search-choice.ts'

/** Whether the form for a new template is open, kept in the address: `?new`. */
export function useFormToggle() {
  const [params, setParams] = useSearchChoice()
  const set = (open: boolean) =>
    setParams((now) => {
      const next = new URLSearchParams(now)
      if (open) next.set('new', '')
      else next.delete('new')
      return next
    })
  return { open: params.has('new'), show: () => set(true), close: () => set(false) }
}

/** Opens and closes the form above the list. */
export function FormToggle({ form, label }: { form: ReturnType<typeof useFormToggle>; label: string }) {
  return form.open ? (
    // Ignore the second press of a double click: it was meant for the button before.
    <Button kind="quiet" onClick={({ detail }) => detail < 2 && form.close()}>
      {t('templates.actions.close')}
    </Button>
  ) : (
    <Button kind="yours" icon={<Icon of={IconPlus} size="small" />} onClick={form.show}>
      {label}
    </Button>
  )
}
