import { IconPlus } from '@tabler/icons-react'
import { useSearchParams } from 'react-router'
import { Button } from '#web/components/forms/button.tsx'
import { Icon } from '#web/components/icon.tsx'

/** Whether the form for a new template is open, kept in the address: `?new`. */
export function useFormToggle() {
  const [params, setParams] = useSearchParams()
  const set = (open: boolean) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (open) next.set('new', '')
        else next.delete('new')
        return next
      },
      { replace: true },
    )
  return { open: params.has('new'), show: () => set(true), close: () => set(false) }
}

/** The list comes first; the long form behind this button. */
export function FormToggle({ form, label }: { form: ReturnType<typeof useFormToggle>; label: string }) {
  return form.open ? (
    // The second press of a double click is for the button that was here before.
    <Button kind="quiet" onClick={({ detail }) => detail < 2 && form.close()}>
      Close the form
    </Button>
  ) : (
    <Button kind="yours" icon={<Icon of={IconPlus} size="small" />} onClick={form.show}>
      {label}
    </Button>
  )
}
