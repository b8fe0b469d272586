import { largestPhoto, type OptinForm, photoHeight, photoWidth } from '#contract/growth/optin-form.ts'
import { Button } from '#web/components/forms/button.tsx'
import { DropZone } from '#web/components/forms/drop-zone.tsx'
import { toast } from '#web/components/toast.tsx'
import { t } from '#web/messages/t.ts'
import { useRemovePhoto, useSetPhoto } from './optins.queries.ts'

/** The picture at the top of the page. It is kept at once: it is no part of the form's versions. */
export function PhotoField({ form }: { form: OptinForm | null }) {
  return (
    <div className="optin-photo">
      <p className="lab">{t('growth.optins.photo')}</p>
      <p className="sm t2">{t(form ? 'growth.optins.photoHint' : 'growth.optins.photoLater')}</p>
      {form ? <PhotoOf form={form} /> : null}
    </div>
  )
}

function PhotoOf({ form: { id, photo } }: { form: OptinForm }) {
  const set = useSetPhoto(id)
  const remove = useRemovePhoto()
  return (
    <>
      {photo ? <img src={photo} alt="" width={photoWidth} height={photoHeight} /> : null}
      <DropZone
        label={t('growth.optins.photoChoose')}
        accept="image/jpeg,image/png,image/webp"
        maxBytes={largestPhoto}
        disabled={set.isPending}
        onFile={(file) => set.mutate(file)}
        onRefused={() => toast.error(t('growth.optins.photoWrong', { most: largestPhoto / 1024 / 1024 }))}
      >
        {t(set.isPending ? 'growth.optins.photoBusy' : 'growth.optins.photoChoose')}
      </DropZone>
      {photo ? (
        <Button
          kind="quiet"
          size="small"
          busy={remove.isPending && t('growth.optins.saving')}
          onClick={() => remove.mutate({ params: { id } })}
        >
          {t('growth.optins.photoRemove')}
        </Button>
      ) : null}
    </>
  )
}
