import { Switch } from '@mantine/core'
import { FormWay, type OptinForm } from '#contract/growth/optin-form.ts'
import { t } from '#web/messages/t.ts'
import { useOpenWay } from './optins.queries.ts'

/** Whether the form offers this way, open or closed. */
export const offers = (form: OptinForm, way: FormWay): boolean =>
  ({
    link: true,
    qr: true,
    code: form.join.url !== null,
    widget: form.sites.length > 0,
    keyword: form.keyword !== null,
  })[way]

/** A switch for each way to opt in: a poster that is out of date is closed by itself. */
export function WaySwitches({ form }: { form: OptinForm }) {
  return (
    <fieldset className="stack optin-ways">
      <legend className="sm t2">{t('growth.optins.waysOpen')}</legend>
      {FormWay.options
        .filter((way) => offers(form, way))
        .map((way) => (
          <WaySwitch key={way} form={form} way={way} />
        ))}
    </fieldset>
  )
}

function WaySwitch({ form, way }: { form: OptinForm; way: FormWay }) {
  const open = useOpenWay()
  return (
    <Switch
      size="sm"
      label={t(`growth.optins.ways.${way}`, { keyword: form.keyword ?? '' })}
      checked={open.isPending ? open.variables.body.is_open : !form.ways_off.includes(way)}
      onChange={({ currentTarget }) =>
        open.mutate({ params: { id: form.id, way }, body: { is_open: currentTarget.checked } })
      }
    />
  )
}
